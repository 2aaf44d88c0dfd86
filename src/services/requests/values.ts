export const MODES = ['relaxed', 'fast'] as const;

export const MODELS = ['gen-image-2'] as const;

export const ASPECT_RATIOS = ['1:1', '1:2', '2:1', '3:4', '4:3', '16:9', '9:16'] as const;

export const SIZES = ['1K', '4K'] as const;

/** What the service takes when an option is absent. */
export const WHEN_ABSENT = { mode: 'fast', size: '1K', aspectRatio: 'Auto', model: 'Auto' } as const;

/** The service's range and default for `timeout`, in seconds. */
export const TIMEOUT_S = { minimum: 300, maximum: 1200, whenAbsent: 600 } as const;

/** The mode and the size that go without saying. */
export const USUAL_KINDS: readonly string[] = [WHEN_ABSENT.mode, WHEN_ABSENT.size];

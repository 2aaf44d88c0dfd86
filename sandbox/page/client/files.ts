/** Files of a stand-in's that the page server passes on. */
const PASSED_ON = /^\/(ephemeral-)?attachments\//;

/** The address under which this page gets a file: its own server's where that passes it on. */
export const fileAddress = (url: string): string => {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  const { hostname, pathname, search } = parsed;
  const isLocal = hostname === '127.0.0.1' || hostname === 'localhost';
  return isLocal && PASSED_ON.test(pathname) ? pathname + search : url;
};

/** The files of a paste or a drop. */
export const filesOf = (transfer: DataTransfer | null): File[] => [...(transfer?.files ?? [])];

/** A size in words: "412 KB". */
export const sizeText = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(0)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(2)} MB`;
};

/** Returns the picked files, and clears the field so that the same can be picked again. */
export const takingPicked =
  (take: (files: File[]) => void) =>
  ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    take([...(currentTarget.files ?? [])]);
    currentTarget.value = '';
  };

/** The value below which a share of the samples lies. */
export const quantile = (samples: readonly number[], share: number): number => {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
};

const digits = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(0));

/** A duration in milliseconds, as a cell of a table. */
export const milliseconds = (value: number): string => `${digits(value)} ms`;

/** Half, 99 of 100, and the longest of some durations in milliseconds, as cells of a table. */
export const cells = (samples: readonly number[]): string[] =>
  [quantile(samples, 0.5), quantile(samples, 0.99), Math.max(...samples)].map(milliseconds);

/** How long some work takes, in milliseconds. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** The figures of a run that hardly depend on the machine, by name: Easel's divided by its floor's. */
export type Ratios = Map<string, number>;

/** Notes a ratio, and says it. */
export const ratio = (ratios: Ratios, name: string, value: number): string => {
  ratios.set(name, value);
  return value.toFixed(2);
};

/** Bytes, for a table. */
export const mebibytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MiB`;

import { expect, test } from 'vitest';
import { rolldown, type InputOptions, type OutputOptions } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { z } from 'zod';

/** What the project's configuration of the bundler is made of. */
interface Configuration {
  default: InputOptions & {
    output: OutputOptions;
    plugins: [{ renderChunk: (code: string) => { code: string } }];
  };
}

/** A regular expression without its escapes of characters. A backslash in front of anything else stays with it. */
const unescaped = (pattern: string): string =>
  pattern.replace(/\\(?:u(?<hex>[\da-f]{4})|[^])/g, (all, hex?: string) =>
    hex === undefined ? all : String.fromCharCode(Number.parseInt(hex, 16)),
  );

const rangeSchema = z.object({ start: z.number(), end: z.number() });

const asWritten = (code: string, node: unknown): string => {
  const { start, end } = rangeSchema.parse(node);
  return code.slice(start, end);
};

/** What a program does, however its characters are written: its syntax tree, and templates with a tag as written. */
const meaningOf = (code: string): string =>
  JSON.stringify(parseAst(code), (key, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    if (key === 'pattern' && typeof value === 'string') return unescaped(value);
    if (key === 'quasi') return asWritten(code, value);
    return ['start', 'end', 'raw'].includes(key) ? undefined : value;
  });

test(
  'the program means the same with characters outside of Latin-1 escaped',
  { timeout: 60_000 },
  async () => {
    const address = new URL('../rolldown.config.js', import.meta.url).href;
    const { default: configuration } = (await import(address)) as Configuration;
    const [{ renderChunk }] = configuration.plugins;
    const bundle = await rolldown({ ...configuration, plugins: [] });
    const { output } = await bundle.generate({ ...configuration.output, sourcemap: false });
    await bundle.close();
    const rendered = output.flatMap((file) =>
      file.type === 'chunk'
        ? [{ name: file.fileName, code: file.code, escaped: renderChunk(file.code).code }]
        : [],
    );
    const changed = rendered.filter(({ code, escaped }) => escaped !== code);
    expect(changed.length).toBeGreaterThan(5);
    expect(rendered.filter(({ escaped }) => /[^\0-\xff]/.test(escaped))).toEqual([]);
    const different = changed.filter(({ code, escaped }) => meaningOf(escaped) !== meaningOf(code));
    expect(different.map(({ name }) => name)).toEqual([]);
  },
);

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

const address = new URL('../rolldown.config.js', import.meta.url).href;
const { default: configuration } = (await import(address)) as Configuration;

/** Builds into memory, with what is written as the project has it where nothing else is said. */
const build = async (options: InputOptions = {}) => {
  const bundle = await rolldown({ ...configuration, plugins: [], ...options });
  try {
    const { output } = await bundle.generate({ ...configuration.output, sourcemap: false });
    return output.filter((file) => file.type === 'chunk');
  } finally {
    await bundle.close();
  }
};

test(
  'the program means the same with characters outside of Latin-1 escaped',
  { timeout: 60_000 },
  async () => {
    const [{ renderChunk }] = configuration.plugins;
    const chunks = await build();
    const rendered = chunks.map(({ fileName, code }) => ({
      name: fileName,
      code,
      escaped: renderChunk(code).code,
    }));
    const changed = rendered.filter(({ code, escaped }) => escaped !== code);
    expect(changed.length).toBeGreaterThan(5);
    expect(rendered.filter(({ escaped }) => /[^\0-\xff]/.test(escaped))).toEqual([]);
    const different = changed.filter(({ code, escaped }) => meaningOf(escaped) !== meaningOf(code));
    expect(different.map(({ name }) => name)).toEqual([]);
  },
);

test(
  'a running Easel that loads a file of a later build finds its parts under the names that they have in the source',
  { timeout: 60_000 },
  async () => {
    const names = (await build()).flatMap((chunk) => chunk.exports);
    expect(names).toEqual(expect.arrayContaining(['systemClock', 'UserError', 'StorageError']));
  },
);

test('a package that is not installed fails the build, and not the program', async () => {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? id : null),
    load: (id: string) => (id === 'entry' ? "import 'a-package-that-is-not-installed';" : null),
  };
  await expect(build({ input: 'entry', plugins: [entry] })).rejects.toThrow(
    /a-package-that-is-not-installed/,
  );
});

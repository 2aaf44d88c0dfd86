import { existsSync, readFileSync } from 'node:fs';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import { z } from 'zod';

/** The rooms of the house: what stands in src/, and the services and the folders of commands one by one. */
const roomOf = (path: string): string => {
  const [, top = '', second = ''] = path.split('/');
  if (!path.slice('src/'.length).includes('/')) return top.replace(/\.ts$/, '');
  if (top === 'services') return second;
  return top;
};

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** Which room imports which. */
const arrowsOf = ({ modules }: ICruiseResult): Arrows => {
  const arrows = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    if (!source.startsWith('src/')) continue;
    const from = roomOf(source);
    const targets = arrows.get(from) ?? new Set();
    arrows.set(from, targets);
    for (const { resolved } of dependencies)
      if (resolved.startsWith('src/') && roomOf(resolved) !== from) targets.add(roomOf(resolved));
  }
  return arrows;
};

const reaches = (arrows: Arrows, from: string, to: string): boolean =>
  [...(arrows.get(from) ?? [])].some((next) => next === to || reaches(arrows, next, to));

/** Only the arrows that no longer way says already. */
const drawn = (arrows: Arrows): string[] =>
  [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reaches(arrows, other, to)))
      .map((to) => `  ${from} --> ${to}`),
  );

const pictureOf = (arrows: Arrows): string => `# Module graph

Generated from the imports. An arrow means "imports"; arrows that follow from others are left out. To update this page, run \`npx vitest run test/house.test.ts -u\`.

\`\`\`mermaid
flowchart TD
${drawn(arrows).sort().join('\n')}
\`\`\`
`;

const { output: house } = await cruise(['src'], {
  doNotFollow: { path: 'node_modules' },
  tsPreCompilationDeps: true,
  tsConfig: { fileName: 'tsconfig.json' },
});
if (typeof house === 'string') throw new Error(house);

test('the picture of the house is the house', async () => {
  await expect(pictureOf(arrowsOf(house))).toMatchFileSnapshot('../docs/house.md');
});

const manifestSchema = z.object({
  scripts: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
});
const manifest = manifestSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')));

test.each(['discord.js', '@discordjs/rest', 'bottleneck', 'keyv', '@keyv/sqlite'])(
  '%s is a dependency that the program loads',
  (name) => {
    expect(manifest.dependencies).toHaveProperty([name]);
    const loaded = house.modules
      .flatMap(({ dependencies }) => dependencies)
      .filter(({ typeOnly }) => typeOnly !== true);
    expect(loaded.map(({ module }) => module)).toContain(name);
  },
);

test.each([
  'package.json',
  'tsconfig.json',
  '.env.example',
  'src/index.ts',
  'src/commands',
  'src/services',
  'test',
])('%s is where people look for it', (path) => {
  expect(existsSync(path)).toBe(true);
});

test('npm start builds the program and starts dist/index.js', () => {
  expect(manifest.scripts).toMatchObject({
    prestart: 'node scripts/build-if-older.js',
    start: 'node dist/index.js',
  });
});

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ integrity: z.string().optional(), resolved: z.string().optional() }),
  ),
});

test('each package of each platform is known by its content, from whichever registry it comes', () => {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const doubtful = Object.entries(packages).filter(
    ([path, { integrity, resolved }]) =>
      path !== '' && (integrity?.startsWith('sha512-') !== true || resolved !== undefined),
  );
  expect(doubtful.map(([path]) => path)).toEqual([]);
});

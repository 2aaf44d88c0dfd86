import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { expect, test } from 'vitest';

/** The rooms of the house: what stands in src/, and the services and the folders of commands one by one. */
const roomOf = (path: string): string => {
  const [, top = '', second = ''] = path.split('/');
  if (!path.slice('src/'.length).includes('/')) return top.replace(/\.c?ts$/, '');
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

test('the picture of the house is the house', async () => {
  const { output } = await cruise(['src'], {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  });
  if (typeof output === 'string') throw new Error(output);
  await expect(pictureOf(arrowsOf(output))).toMatchFileSnapshot('../docs/house.md');
});

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Texts } from '../src/messages/words/catalogue.ts';
import { LOCALES } from '../src/messages/words/locales.ts';

const fileOf = (code: string): string => `locales/${code}.json`;

/** When each line of a file was last changed, in seconds since 1970: lines that were only indented keep their time. */
const timesOf = (file: string): number[] => {
  const { status, stdout } = spawnSync('git', ['blame', '-w', '--line-porcelain', file], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) return [];
  return [...stdout.matchAll(/^committer-time (?<time>\d+)$/gm)].map(({ groups }) =>
    Number(groups?.['time']),
  );
};

/** When each text was last changed, by its path; none where git doesn't tell, or a line has more than one text. */
const changesIn = (code: string): Map<string, number> => {
  const times = timesOf(fileOf(code));
  const keys: string[] = [];
  const changes = new Map<string, number>();
  for (const [index, line] of readFileSync(fileOf(code), 'utf8').split('\n').entries()) {
    const { indent, key } = /^(?<indent> *)"(?<key>(?:[^"\\]|\\.)+)": [{"]/.exec(line)?.groups ?? {};
    const time = times[index];
    if (indent === undefined || key === undefined || time === undefined) continue;
    keys.length = indent.length / 2 - 1;
    keys.push(key);
    changes.set(keys.join(' › '), time);
  }
  return changes;
};

const textsIn = (texts: Texts, path: readonly string[] = []): [path: string, text: string][] =>
  Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[[...path, key].join(' › '), text]] : textsIn(text, [...path, key]),
  );

const list = (title: string, paths: readonly string[]): string =>
  paths.length === 0
    ? ''
    : `  ${title} (${String(paths.length)}):\n${paths.map((path) => `    ${path}\n`).join('')}`;

const [english, ...others] = LOCALES;
const sources = new Map(textsIn(english.texts));
const sourceChanges = changesIn(english.code);

for (const { code, name, texts } of others) {
  const translated = new Map(textsIn(texts));
  const changes = changesIn(code);
  const paths = [...translated.keys()];
  const missing = [...sources.keys()].filter((path) => !translated.has(path));
  const older = paths.filter((path) => (sourceChanges.get(path) ?? 0) > (changes.get(path) ?? Infinity));
  const same = paths.filter(
    (path) => sources.get(path) === translated.get(path) && /[a-z]{3}/i.test(translated.get(path) ?? ''),
  );
  process.stdout.write(
    [
      `${name}, ${fileOf(code)}: ${String(translated.size)} of ${String(sources.size)} texts\n`,
      list('missing, and said in English', missing),
      list('changed in English since', older),
      list('the same as in English', same),
    ].join(''),
  );
}

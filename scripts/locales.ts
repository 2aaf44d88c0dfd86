import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { LOCALES } from '../src/messages/words/locales.ts';

/** A text in its file, and when its line was last changed, in seconds since 1970; undefined where git doesn't tell. */
interface Line {
  path: string;
  text: string;
  changedAt: number | undefined;
}

const fileOf = (code: string): string => `locales/${code}.json`;

/** When each line of a file was last changed: lines that were only indented keep their time. Lines to be committed are new. */
const timesOf = (file: string): (number | undefined)[] => {
  const { status, stdout } = spawnSync('git', ['blame', '-w', '--line-porcelain', file], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) return [];
  return [...stdout.matchAll(/^committer-time (?<time>\d+)$/gm)].map(({ groups }) =>
    Number(groups?.['time']),
  );
};

const linesOf = (code: string): Line[] => {
  const times = timesOf(fileOf(code));
  const keys: string[] = [];
  return readFileSync(fileOf(code), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const { indent, key, text } =
        /^(?<indent> *)"(?<key>(?:[^"\\]|\\.)+)": (?:\{|(?<text>".*"),?)$/.exec(line)?.groups ?? {};
      if (indent === undefined || key === undefined) return [];
      keys.length = indent.length / 2 - 1;
      keys.push(key);
      const path = keys.join(' › ');
      return text === undefined ? [] : [{ path, text, changedAt: times[index] }];
    });
};

const list = (title: string, paths: readonly string[]): string =>
  paths.length === 0
    ? ''
    : `  ${title} (${String(paths.length)}):\n${paths.map((path) => `    ${path}\n`).join('')}`;

const [english, ...others] = LOCALES;
const sources = new Map(linesOf(english.code).map((line) => [line.path, line]));

for (const { code, name } of others) {
  const lines = linesOf(code);
  const translated = new Set(lines.map(({ path }) => path));
  const missing = [...sources.keys()].filter((path) => !translated.has(path));
  const isOlder = ({ path, changedAt }: Line): boolean => {
    const source = sources.get(path)?.changedAt;
    return source !== undefined && changedAt !== undefined && source > changedAt;
  };
  const older = lines.filter(isOlder).map(({ path }) => path);
  const same = lines.filter(({ path, text }) => sources.get(path)?.text === text && /[a-z]{3}/i.test(text));
  process.stdout.write(
    [
      `${name}, ${fileOf(code)}: ${String(translated.size)} of ${String(sources.size)} texts\n`,
      list('missing, and said in English', missing),
      list('changed in English since', older),
      list(
        'the same as in English',
        same.map(({ path }) => path),
      ),
    ].join(''),
  );
}

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

// Runs as it is: node scripts/release.ts needs Node 22.18 or newer, npm run release none of that.

const USAGE = `Usage: npm run release -- VERSION [--dry-run]

Checks, writes the version into package.json and CHANGELOG.md, commits and tags it. VERSION is such as 1.4.0.
--dry-run  says what would be done, and runs no checks
--notes    prints what the changelog says about VERSION, and does nothing else
`;

const CHANGELOG = 'CHANGELOG.md';
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const UNRELEASED = '## Unreleased';

class ReleaseError extends Error {
  override name = 'ReleaseError';
}

/** What stands under a heading of the changelog, up to the next one. @throws ReleaseError when that is nothing. */
export const notesOf = (changelog: string, heading: string): string => {
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => line === heading || line.startsWith(`${heading} `));
  const next = lines.findIndex((line, index) => index > start && line.startsWith('## '));
  const notes = lines
    .slice(start + 1, next < 0 ? undefined : next)
    .join('\n')
    .trim();
  if (start < 0 || notes === '') throw new ReleaseError(`${CHANGELOG} says nothing under "${heading}".`);
  return `${notes}\n`;
};

/** The changelog with what was unreleased under the version, and nothing unreleased. */
export const released = (changelog: string, version: string, day: string): string => {
  notesOf(changelog, UNRELEASED);
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} – ${day}`);
};

/** @throws ReleaseError unless the next version is one, and newer than the present. */
export const checkVersion = (present: string, next: string): void => {
  const numbers = (version: string) => {
    const [, ...parts] = VERSION.exec(version) ?? [];
    if (parts.length === 0) throw new ReleaseError(`"${version}" is no version such as 1.4.0.`);
    return parts.map(Number);
  };
  const [before, after] = [numbers(present), numbers(next)];
  const difference = after.map((part, index) => part - (before[index] ?? 0)).find((part) => part !== 0) ?? 0;
  if (difference <= 0) throw new ReleaseError(`${next} is not newer than ${present}.`);
};

const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
};

const asked = (command: string, ...args: string[]): string => execFileSync(command, args).toString().trim();

const release = (version: string, isDry: boolean): void => {
  const changelog = readFileSync(CHANGELOG, 'utf8');
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  checkVersion(manifest.version, version);
  const day = new Date().toISOString().slice(0, 10);
  const text = released(changelog, version, day);
  if (asked('git', 'tag', '--list', `v${version}`) !== '')
    throw new ReleaseError(`There is a tag v${version}.`);
  if (isDry) {
    process.stdout.write(
      `Would release ${version} after ${manifest.version}:\n\n${notesOf(changelog, UNRELEASED)}`,
    );
    return;
  }
  if (asked('git', 'status', '--porcelain') !== '') throw new ReleaseError('There are uncommitted changes.');
  run('npm', 'ci');
  run('npm', 'run', 'check');
  run('npm', 'test');
  run('npm', 'version', version, '--no-git-tag-version');
  writeFileSync(CHANGELOG, text);
  run('git', 'commit', '--all', '--message', `chore: release ${version}`);
  run('git', 'tag', '--annotate', `v${version}`, '--message', `Easel ${version}`);
  process.stdout.write(`Tagged. git push --follow-tags publishes it.\n`);
};

const main = (): void => {
  const options = { 'dry-run': { type: 'boolean' }, notes: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [version] = positionals;
  if (version === undefined) throw new ReleaseError(USAGE);
  if (values.notes === true) process.stdout.write(notesOf(readFileSync(CHANGELOG, 'utf8'), `## ${version}`));
  else release(version, values['dry-run'] === true);
};

if (process.argv[1]?.endsWith('release.ts') === true) {
  try {
    main();
  } catch (error) {
    process.stderr.write(`${error instanceof ReleaseError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

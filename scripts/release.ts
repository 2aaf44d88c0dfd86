import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

// Node itself runs this file when a release is published (22.18 or newer), so it imports nothing of ours and keeps to syntax
// that can be erased.

const USAGE = `Usage: npm run release -- VERSION [--dry-run]

Checks, writes the version into package.json, CHANGELOG.md and what names the image, commits and tags it. VERSION is such as
1.4.0.
--dry-run  says what would be done, and runs no checks
--notes    prints what the changelog says about VERSION, and does nothing else
`;

const CHANGELOG = 'CHANGELOG.md';
/** What names the published image. */
export const MANIFESTS = [
  'compose.yaml',
  'compose.scale.yaml',
  'deploy/kubernetes/easel.yaml',
  'deploy/kubernetes/easel-scale.yaml',
  'deploy/kubernetes/tools.yaml',
];
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const UNRELEASED = '## Unreleased';

class ReleaseError extends Error {
  override name = 'ReleaseError';
}

/** The lines under a heading, up to the next one; where it is missing, it would be the first. */
const sectionOf = (changelog: string, heading: string): { before: string; notes: string; after: string } => {
  const lines = changelog.split('\n');
  const headingAfter = (line: number) => {
    const found = lines.findIndex((text, index) => index > line && text.startsWith('## '));
    return found < 0 ? lines.length : found;
  };
  const known = lines.findIndex((line) => line === heading || line.startsWith(`${heading} `));
  const start = known < 0 ? headingAfter(-1) : known;
  const end = known < 0 ? start : headingAfter(start);
  const textOf = (from: number, to: number) => lines.slice(from, to).join('\n').trim();
  return { before: textOf(0, start), notes: textOf(start + 1, end), after: textOf(end, lines.length) };
};

/** What stands under a heading of the changelog, up to the next one. @throws ReleaseError when that is nothing. */
export const notesOf = (changelog: string, heading: string): string => {
  const { notes } = sectionOf(changelog, heading);
  if (notes === '') throw new ReleaseError(`${CHANGELOG} says nothing under "${heading}".`);
  return `${notes}\n`;
};

/**
 * The changelog with what was unreleased under the version, and nothing unreleased. A version that was written and never
 * released, as the first one, keeps what it says.
 *
 * @throws ReleaseError when there is nothing to release.
 */
export const released = (changelog: string, version: string, day: string): string => {
  const top = sectionOf(changelog, UNRELEASED);
  const written = sectionOf(top.after, `## ${version}`);
  const notes = [top.notes, written.notes].filter((text) => text !== '').join('\n\n');
  if (notes === '') throw new ReleaseError(`${CHANGELOG} says nothing under "${UNRELEASED}".`);
  const parts = [top.before, UNRELEASED, `## ${version} – ${day}`, notes, written.before, written.after];
  return `${parts.filter((text) => text !== '').join('\n\n')}\n`;
};

/** A manifest with the image of a version, as the container registry names it: 1.4 is the newest 1.4.x. */
export const withImage = (manifest: string, version: string): string =>
  manifest.replace(/(ghcr\.io\/[^\s/]+\/easel:)[\d.]+/g, `$1${version.replace(/\.\d+$/, '')}`);

/** @throws ReleaseError unless the next version is one, and not older than the present, which may be unreleased. */
export const checkVersion = (present: string, next: string): void => {
  const numbers = (version: string) => {
    const [, ...parts] = VERSION.exec(version) ?? [];
    if (parts.length === 0) throw new ReleaseError(`"${version}" is no version such as 1.4.0.`);
    return parts.map(Number);
  };
  const [before, after] = [numbers(present), numbers(next)];
  const difference = after.map((part, index) => part - (before[index] ?? 0)).find((part) => part !== 0) ?? 0;
  if (difference < 0) throw new ReleaseError(`${next} is older than ${present}.`);
};

const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
};

const asked = (command: string, ...args: string[]): string => execFileSync(command, args).toString().trim();

const release = (version: string, isDry: boolean): void => {
  const changelog = readFileSync(CHANGELOG, 'utf8');
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string; homepage?: string };
  checkVersion(manifest.version, version);
  if (manifest.homepage === undefined)
    throw new ReleaseError(
      'package.json has no "homepage": the User-Agent tells others who asks them by it.',
    );
  const day = new Date().toISOString().slice(0, 10);
  const text = released(changelog, version, day);
  if (asked('git', 'tag', '--list', `v${version}`) !== '')
    throw new ReleaseError(`There is a tag v${version}.`);
  if (isDry) {
    process.stdout.write(`Would release ${version}:\n\n${notesOf(text, `## ${version}`)}`);
    return;
  }
  if (asked('git', 'status', '--porcelain') !== '') throw new ReleaseError('There are uncommitted changes.');
  run('npm', 'ci');
  run('npm', 'run', 'check');
  run('npm', 'test');
  const stores = process.env['TEST_POSTGRES_URL'] === undefined ? ['--store', 'sqlite'] : [];
  run('npm', 'run', 'fuzz', '--', '--every-step', '--points', '2', ...stores);
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
  writeFileSync(CHANGELOG, text);
  for (const file of MANIFESTS) writeFileSync(file, withImage(readFileSync(file, 'utf8'), version));
  if (asked('git', 'status', '--porcelain') !== '')
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

if (/release\.[jt]s$/.test(process.argv[1] ?? '')) {
  try {
    main();
  } catch (error) {
    process.stderr.write(`${error instanceof ReleaseError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

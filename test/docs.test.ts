import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../src/config.ts';

/** The files below a folder that end so. */
const filesIn = (folder: string, end: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(end))
    .map((path) => `${folder}/${path}`);

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...filesIn('docs', '.md'),
].filter((path) => !path.includes('.vitepress'));
const textOf = (path: string): string => readFileSync(path, 'utf8');

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(textOf('package.json')));

/** Each line of a block that is meant for a shell, with where it stands. */
const lines = PAGES.flatMap((page) =>
  [...textOf(page).matchAll(/^ *```sh\n([^]*?)^ *```/gm)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => ({ page, line })),
  ),
);

/** What every machine of the described kind has. What runs here is run by other tests, or below. */
const PROGRAMS = new Set([
  ...[
    'cd',
    'cp',
    'curl',
    'docker',
    'echo',
    'git',
    'install',
    'journalctl',
    'kubectl',
    'npm',
    'npx',
    'openssl',
  ],
  ...['pg_dump', 'redis-cli', 'sqlite3', 'systemctl'],
]);

test('every line for a shell can be read by one, and calls what there is', () => {
  expect(lines.length).toBeGreaterThan(20);
  for (const { page, line } of lines) {
    const where = `${page}: ${line}`;
    expect(spawnSync('sh', ['-n'], { input: line }).status, where).toBe(0);
    for (const command of line.split(' && ')) expect(PROGRAMS, where).toContain(command.split(' ')[0]);
    for (const [file] of line.matchAll(/(?<![\w/])(compose[\w.]*\.yaml|deploy\/[\w/.-]+|\.env\.example)/g))
      expect(existsSync(file), where).toBe(true);
  }
});

test('every script of npm that a page, a workflow or a manifest names is there', () => {
  const places = [
    ...PAGES,
    '.ci/run',
    ...filesIn('.github/workflows', '.yml'),
    'deploy/panel/egg-easel.json',
  ];
  for (const place of places)
    for (const [whole, name = ''] of textOf(place).matchAll(/npm run (?!-)([\w:-]+)(?! --if-present)\b/g))
      expect(Object.keys(scripts), `${place}: ${whole}`).toContain(name);
});

describe('a line that can be run here', () => {
  it('makes an encryption key that Easel takes', () => {
    const { stdout } = spawnSync('openssl', ['rand', '-base64', '32']);
    const required = { DISCORD_TOKEN: 'token', IMAGE_API_URL: 'https://images.example' };
    const config = readConfig({ ...required, ENCRYPTION_KEY: stdout.toString().trim() });
    expect(config.encryptionKey).toHaveLength(32);
  });

  it('makes a password that fits into an address', () => {
    expect(spawnSync('openssl', ['rand', '-hex', '24']).stdout.toString().trim()).toMatch(/^[\da-f]{48}$/);
  });
});

test('every link inside the repository leads to a file', () => {
  for (const page of PAGES)
    for (const [whole, target = ''] of textOf(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g))
      expect(existsSync(join(dirname(page), target)), `${page}: ${whole}`).toBe(true);
});

test('every page is in the sidebar of the site', () => {
  const sidebar = textOf('docs/.vitepress/config.ts');
  for (const page of PAGES.filter((path) => path !== 'README.md'))
    expect(sidebar, page).toContain(`'/${page.replace(/\.md$/, '')}'`);
});

test('what the page on troubles quotes of the log is said by Easel', () => {
  const sources = filesIn('src', '.ts').map(textOf).join('\n');
  const quoted = [...textOf('docs/operators/trouble.md').matchAll(/^\| `([^`]+)` +\|/gm)];
  expect(quoted.length).toBeGreaterThan(5);
  for (const [, text = ''] of quoted) {
    // Numbers are filled in.
    const [before = '', after = ''] = text.split(/\d+/);
    expect(sources, text).toContain(before.trim());
    expect(sources, text).toContain(after.trim());
  }
});

test('the README is one screen', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThan(70);
});

test('every variable of .env.example is among the settings of the page', () => {
  const page = textOf('docs/operators/settings.md');
  for (const [name] of textOf('.env.example').matchAll(/(?<=^#?)[A-Z_]+(?==)/gm))
    expect(page, name).toContain(`\`${name}\``);
});

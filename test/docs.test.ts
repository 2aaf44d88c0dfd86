import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { PAGES, shellLines } from './shell-lines.ts';

/** The files below a folder that end so. */
const filesIn = (folder: string, end: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(end))
    .map((path) => `${folder}/${path}`);

const textOf = (path: string): string => readFileSync(path, 'utf8');

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(textOf('package.json')));

test('every line for a shell can be read by one, and names files that there are', () => {
  const lines = shellLines();
  expect(lines.length).toBeGreaterThan(20);
  for (const { page, line } of lines) {
    const where = `${page}: ${line}`;
    expect(spawnSync('sh', ['-n'], { input: line }).status, where).toBe(0);
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

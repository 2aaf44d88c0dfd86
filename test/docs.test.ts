import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { PAGES, shellLines } from './shell-lines.ts';

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

test('every script of npm that a page or a workflow names is there', () => {
  const workflows = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`);
  const places = [...PAGES, '.ci/run', ...workflows];
  for (const place of places)
    for (const [whole, name = ''] of textOf(place).matchAll(/npm run (?!-)([\w:-]+)(?! --if-present)\b/g))
      expect(Object.keys(scripts), `${place}: ${whole}`).toContain(name);
});

test('every link inside the repository leads to a file', () => {
  for (const page of PAGES)
    for (const [whole, target = ''] of textOf(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g))
      expect(existsSync(join(dirname(page), target)), `${page}: ${whole}`).toBe(true);
});

test('every variable of .env.example is among the settings of the page', () => {
  const page = textOf('docs/operators/settings.md');
  for (const [name] of textOf('.env.example').matchAll(/(?<=^#?)[A-Z_]+(?==)/gm))
    expect(page, name).toContain(`\`${name}\``);
});

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
    for (const [file] of line.matchAll(
      /(?<![\w/])(compose[\w.]*\.yaml|deploy\/[\w/-]+\.\w+|\.env\.example)/g,
    ))
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

/** What the page shows how to make. */
const MADE_BY_THE_READER = ['src/commands/ping.ts', 'src/commands/hello.ts', 'test/ping.test.ts'];

describe.each(['CONTRIBUTING.md', 'docs/architecture.md'])('%s', (page) => {
  const text = textOf(page).replaceAll('<language>', 'english').replaceAll('<kind>', 'postgres');
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => `/${path}`);

  test('names files that there are', () => {
    const named = [...text.matchAll(/`((?:src|test|docs|sandbox)\/[^\s`]*|[\w/.-]+\.c?ts)`/g)];
    expect(named.length).toBeGreaterThan(15);
    for (const [, path = ''] of named)
      expect(
        existsSync(path) ||
          sources.some((file) => file.endsWith(`/${path}`)) ||
          MADE_BY_THE_READER.includes(path),
        path,
      ).toBe(true);
  });

  test('names what is in its files', () => {
    for (const [whole, name = '', path = ''] of text.matchAll(/`(\w+)` in\s+`((?:src|test)\/[^\s`]*\.ts)`/g))
      expect(textOf(path), whole).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

import { readdirSync, readFileSync } from 'node:fs';

/** The paths of the project's pages. */
export const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'deploy/kubernetes/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
];

/** Each line of a block that is meant for a shell, with the page where it stands. */
export const shellLines = (): { page: string; line: string }[] =>
  PAGES.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/^ *```sh\n([^]*?)^ *```/gm)].flatMap(([, block = '']) =>
      block
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .map((line) => ({ page, line })),
    ),
  );

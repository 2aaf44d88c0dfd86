import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const PAGE = fileURLToPath(new URL('../page', import.meta.url));
/** What the page takes from outside of its folder. */
const BESIDE = ['numbers.ts', 'rules/fields.ts'].map((path) =>
  fileURLToPath(new URL(`../discord/${path}`, import.meta.url)),
);

const BUILT_PAGE = join(PAGE, 'dist');

const changedAt = async (path: string): Promise<number> => (await stat(path)).mtimeMs;

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

const newestSource = async (): Promise<number> => {
  const files = (await filesIn(PAGE)).filter((path) => !path.startsWith(BUILT_PAGE));
  return Math.max(...(await Promise.all([...files, ...BESIDE].map(changedAt))));
};

const builtAt = (): Promise<number> => changedAt(join(BUILT_PAGE, 'index.html')).catch(() => 0);

/** Discord draws emoji with this set; the browser takes those that it shows. */
const EMOJI = fileURLToPath(new URL('svg', import.meta.resolve('@discordapp/twemoji')));

/** Builds the page where that was not done since its last change. */
export const buildPage = async (): Promise<void> => {
  if ((await builtAt()) > (await newestSource())) return;
  const { build } = await import('vite');
  await build({ configFile: join(PAGE, 'vite.config.ts') });
};

/** Nothing is loaded from elsewhere, except pictures that the stand-ins serve. */
const POLICY =
  "default-src 'self'; img-src 'self' data: blob: http: https:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Serves the emoji and the built page, whose file names carry a hash of their content, so that browsers may keep them. */
export const addPageFiles = async (app: FastifyInstance): Promise<void> => {
  await app.register(fastifyStatic, {
    root: EMOJI,
    prefix: '/emoji/',
    decorateReply: false,
    immutable: true,
    maxAge: '30d',
  });
  await app.register(fastifyStatic, {
    root: BUILT_PAGE,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(BUILT_PAGE, 'assets'));
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      void reply.header('content-security-policy', POLICY);
    },
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type('text/plain').send('There is no such page.'),
  );
};

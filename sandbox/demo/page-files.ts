import { extname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { build } from 'esbuild';
import type { FastifyInstance } from 'fastify';

const PAGE = fileURLToPath(new URL('../page', import.meta.url));

/** Discord draws emoji with this set; the browser takes those that it shows. */
const EMOJI = fileURLToPath(new URL('svg', import.meta.resolve('@discordapp/twemoji')));

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Nothing is loaded from elsewhere, except pictures that the stand-ins serve. */
const POLICY =
  "default-src 'self'; img-src 'self' data: blob: http: https:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The page as a browser takes it, by path. It takes less time to build than to find out whether that is needed. */
const builtPage = async (): Promise<Map<string, Buffer>> => {
  const { outputFiles } = await build({
    absWorkingDir: PAGE,
    entryPoints: ['index.html', 'main.tsx', { in: 'look/icon.svg', out: 'icon' }],
    outdir: '.',
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['chrome111', 'firefox114', 'safari16.4'],
    assetNames: '[name]',
    loader: { '.html': 'copy', '.svg': 'copy', '.woff2': 'file' },
  });
  return new Map(
    outputFiles.map(({ path, contents }) => [`/${relative(PAGE, path)}`, Buffer.from(contents)]),
  );
};

/** Builds the page, and serves it and the emoji. */
export const addPageFiles = async (app: FastifyInstance): Promise<void> => {
  const files = await builtPage();
  for (const [path, content] of files)
    app.get(path === '/index.html' ? '/' : path, (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .header('content-security-policy', POLICY)
        .type(TYPES[extname(path)] ?? 'application/octet-stream')
        .send(content),
    );
  await app.register(fastifyStatic, { root: EMOJI, prefix: '/emoji/', immutable: true, maxAge: '30d' });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type('text/plain').send('There is no such page.'),
  );
};

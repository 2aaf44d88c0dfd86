import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';

const PAGE = fileURLToPath(new URL('../page', import.meta.url));
/** What the page takes from outside of its folder. */
const BESIDE = [fileURLToPath(new URL('../discord/numbers.ts', import.meta.url))];

/** Where the built page stands. */
export const BUILT_PAGE = join(PAGE, 'dist');

const changedAt = async (path: string): Promise<number> => (await stat(path)).mtimeMs;

const newestSource = async (): Promise<number> => {
  const entries = await readdir(PAGE, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(PAGE, path).startsWith('dist'));
  return Math.max(...(await Promise.all([...files, ...BESIDE].map(changedAt))));
};

const builtAt = (): Promise<number> => changedAt(join(BUILT_PAGE, 'index.html')).catch(() => 0);

/** Builds the page where that was not done since its last change. */
export const buildPage = async (): Promise<void> => {
  if ((await builtAt()) > (await newestSource())) return;
  const { build } = await import('vite');
  await build({ configFile: join(PAGE, 'vite.config.ts') });
};

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** Fonts are compressed already. */
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg']);

/** Nothing is loaded from elsewhere, except pictures that the stand-ins serve. */
const POLICY =
  "default-src 'self'; img-src 'self' data: blob: http: https:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'";

interface PageFile {
  contentType: string;
  plain: Buffer;
  encoded: { br: Buffer; gzip: Buffer } | undefined;
}

const readPageFile = async (path: string): Promise<PageFile> => {
  const plain = await readFile(path);
  const ending = extname(path);
  const encoded = COMPRESSED.has(ending)
    ? { br: brotliCompressSync(plain), gzip: gzipSync(plain) }
    : undefined;
  return { contentType: CONTENT_TYPES[ending] ?? 'application/octet-stream', plain, encoded };
};

const readPage = async (folder: string): Promise<Map<string, PageFile>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(
      async (path) => [`/${relative(folder, path).split(sep).join('/')}`, await readPageFile(path)] as const,
    ),
  );
  return new Map(files);
};

const send = (reply: FastifyReply, file: PageFile, accepted: string): FastifyReply => {
  const encoding = (['br', 'gzip'] as const).find((name) => file.encoded && accepted.includes(name));
  void reply
    .type(file.contentType)
    .header('vary', 'accept-encoding')
    .header('content-security-policy', POLICY);
  if (encoding && file.encoded)
    return reply.header('content-encoding', encoding).send(file.encoded[encoding]);
  return reply.send(file.plain);
};

/** Serves a built page: file names carry a hash of their content, so that browsers may keep them. */
export const addPageFiles = async (app: FastifyInstance, folder: string): Promise<void> => {
  const files = await readPage(folder);
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const path = `/${request.params['*']}`;
    const file = files.get(path === '/' ? '/index.html' : path);
    if (!file) return reply.code(404).type('text/plain').send('There is no such page.');
    const isHashed = path.startsWith('/assets/');
    void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    return send(reply, file, request.headers['accept-encoding'] ?? '');
  });
};

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const readOpenApi = (): Record<string, unknown> | undefined => {
  const path = process.env['DISCORD_OPENAPI'];
  if (path === undefined || path === '') return undefined;
  const file = readFileSync(path);
  const text = path.endsWith('.gz') ? gunzipSync(file) : file;
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text.toString('utf8')));
};

/**
 * Discord's published description of its REST API, against which every request and answer is held. Only where
 * `DISCORD_OPENAPI` names the file, which may be compressed by gzip.
 */
export const openApi = readOpenApi();

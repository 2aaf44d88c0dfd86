import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

/**
 * Discord's published description of its REST API, against which every request and answer of the tests is held:
 * `specs/openapi.json` of https://github.com/discord/discord-api-spec as of 2026-07-18, MIT.
 */
const FILE = new URL('./discord-openapi.json.gz', import.meta.url);

export const openApi = z
  .record(z.string(), z.unknown())
  .parse(JSON.parse(gunzipSync(readFileSync(FILE)).toString('utf8')));

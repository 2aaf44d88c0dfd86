import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Which Easel this is, such as `1.4.2`: as `package.json` says. */
export const VERSION = z.object({ version: z.string() }).parse(manifest).version;

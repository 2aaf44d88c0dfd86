import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const { version, homepage } = z.object({ version: z.string(), homepage: z.url().optional() }).parse(manifest);

/** Which Easel this is, such as `1.4.2`: as `package.json` says. */
export const VERSION = version;

/** How Easel names itself to servers: firewalls turn requests down that don't say from whom they are. */
export const USER_AGENT = `Easel/${version} (${homepage === undefined ? 'Discord bot' : `+${homepage}`})`;

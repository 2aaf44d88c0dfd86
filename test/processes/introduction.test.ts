import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inviteLink } from '../../src/commands/framework/preflight.ts';
import { startWorld } from '../world/world.ts';

const lineOf = (log: readonly string[], message: string): unknown =>
  JSON.parse(log.find((line) => line.includes(`"${message}"`)) ?? '{}');

test('the start names the bot, its servers, the invite link, the store, and what is switched off', async () => {
  const { discord, log } = await startWorld({ env: { IMAGE_API_KEY: '' } });
  expect(lineOf(log, 'Easel is ready')).toMatchObject({
    bot: 'Easel',
    servers: 2,
    invite: inviteLink(discord.applicationId),
    store: 'SQLite',
    off: 'shared API key (IMAGE_API_KEY)',
  });
});

test('the invite link is the one that people read', async () => {
  for (const page of ['README.md', 'docs/permissions.md'])
    expect(await readFile(page, 'utf8')).toContain(inviteLink('APPLICATION_ID'));
});

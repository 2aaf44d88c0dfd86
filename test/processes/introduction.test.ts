import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inviteLink } from '../../src/commands/framework/preflight.ts';
import { startTestEnvironment, startWorld } from '../world/world.ts';
import { startProgram } from '../world/easel-program.ts';

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

test('a scope that is missing is named, with the link that adds it', async () => {
  const environment = await startTestEnvironment();
  const { discord, env, folder } = environment;
  const refused = { status: 403, body: { code: 50_001, message: 'Missing Access' } };
  discord.faults.answer({ method: 'PUT', route: /\/commands$/ }, refused);
  const easel = startProgram(env, folder);
  try {
    await easel.ready;
    expect(lineOf(easel.output().split('\n'), "couldn't register the commands")).toMatchObject({
      advice: expect.stringContaining('applications.commands') as string,
      invite: inviteLink(discord.applicationId),
    });
  } finally {
    await easel.end('SIGKILL');
    await environment.stop();
  }
});

import { expect, test } from 'vitest';
import { type ProgramWorld, startRunningProgram } from '../world/program-world.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { keyStatus, NEW_KEY, NO_SHARED_KEY, openAccounts, SERVER_KEY, setKey } from '../world/keys.ts';
import { ask, expectPainted, expectSubmissions } from '../world/asking.ts';
import { expectPictures, textOf } from '../world/messages.ts';

const startKeyedProgram = async (): Promise<ProgramWorld> => {
  const world = await startRunningProgram({ env: NO_SHARED_KEY });
  openAccounts(world);
  return world;
};

test('a key that was confirmed survives kill -9, and so do the jobs on the one before', async () => {
  const { discord, service, crash } = await startKeyedProgram();
  await setKey(discord, SERVER_KEY);
  await crash();
  service.planTasks({ durationMs: 2_500 });
  const old = await ask({ discord }, 'under the old key');
  await expectSubmissions({ service }, 1);
  await setKey(discord, NEW_KEY);
  await crash();
  await expectPainted({ discord }, 'under the new key');
  await expectPictures(discord, old, 4);
  expect(service.submissions.map(({ account }) => account)).toEqual(['server', 'newer']);
});

test('a key that was removed stays removed', async () => {
  const { discord, crash } = await startKeyedProgram();
  await setKey(discord, SERVER_KEY);
  const { admin, atelier } = discord.world;
  const { message } = await discord.as(admin.id).slash(atelier.channelId, 'key remove');
  await discord.as(admin.id).click(message?.id ?? '', customId('remove-key'));
  await crash();
  expect(textOf(await keyStatus(discord))).toContain('No API key is set here');
});

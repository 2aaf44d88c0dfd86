import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProgramWorld, type ProgramWorld } from '../world/program-world.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { expectPictures, expectText } from '../world/messages.ts';
import { ask, expectPainted, expectSubmissions } from '../world/asking.ts';

// A process takes its time to start, and several a test.
const PROMPT = 'a quokka in a yellow raincoat';
const STYLE = 'in the manner of a linocut by nobody';

/** The files in the data directory that hold a text. */
const filesWith = async ({ folder }: ProgramWorld, wanted: string): Promise<string[]> => {
  const names = await readdir(folder);
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return names.filter((_, index) => contents[index]?.includes(wanted));
};

/** Deletes a member's data as they would. Returns once they read that it is done. */
const erase = async ({ discord }: ProgramWorld): Promise<string> => {
  const { member, atelier } = discord.world;
  const person = discord.as(member.id);
  const panel = await person.slash(atelier.channelId, 'privacy');
  const question = await person.click(panel.message?.id ?? '', customId('ask-to-erase'));
  const id = question.message?.id ?? '';
  await person.click(id, customId('erase-data'));
  const answer = await expectText(discord, id, ENGLISH.privacy.deleted(0));
  return answer.content;
};

const keepStyle = async ({ discord }: ProgramWorld): Promise<void> => {
  const { member, atelier } = discord.world;
  const person = discord.as(member.id);
  const panel = await person.slash(atelier.channelId, 'styles');
  const { modal } = await person.click(panel.message?.id ?? '', customId('style-form', 'own'));
  if (!modal) throw new Error('there is no form');
  await person.submitModal(modal, { name: 'linocut', text: STYLE });
};

test('what a person deleted stands in no file any more, while Easel runs and after it stopped', async () => {
  const world = await startProgramWorld();
  const easel = await world.start();
  await keepStyle(world);
  await expectPainted(world, PROMPT);
  await expectPainted(world, PROMPT, { command: 'gen' });
  await expect.poll(() => filesWith(world, PROMPT)).not.toEqual([]);
  await expect.poll(() => filesWith(world, STYLE)).not.toEqual([]);
  expect(await erase(world)).toBe(ENGLISH.privacy.deleted(0));
  for (const secret of [PROMPT, STYLE]) expect(await filesWith(world, secret)).toEqual([]);
  await easel.end('SIGTERM');
  for (const secret of [PROMPT, STYLE]) expect(await filesWith(world, secret)).toEqual([]);
});

test('what was still being made then is in no file any more once it was brought', async () => {
  const world = await startProgramWorld();
  const { discord, service } = world;
  await world.start();
  service.planTasks({ durationMs: 4_000 });
  const id = await ask(world, PROMPT);
  await expectSubmissions({ service }, 1);
  expect(await erase(world)).toContain(ENGLISH.privacy.deleted(1));
  expect(await filesWith(world, PROMPT)).not.toEqual([]);
  await expectPictures(discord, id, 4);
  await expect.poll(() => filesWith(world, PROMPT)).toEqual([]);
});

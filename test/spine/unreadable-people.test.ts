import { expect, test } from 'vitest';
import { tool } from '../storage/sqlite-tool.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { allTextOf, buttonsOf } from '../world/messages.ts';
import { BROKEN, withRows } from '../world/stored-rows.ts';
import { errorText } from '../world/words.ts';
import { startWorld } from '../world/world.ts';
import { expectLogged, expectOpenJobs, expectPainted, typeCommand } from '../world/asking.ts';

test("a mark that can't be read keeps no job of its person from being closed", async () => {
  const world = await startWorld();
  const { discord } = world;
  await world.stopEasel();
  await withRows(world, { [`erased:${discord.world.member.id}`]: BROKEN });
  await world.startEasel();
  await expectPainted(world, 'a fox');
  await expectOpenJobs(world, 0);
});

test("a history that can't be read goes on with the next request", async () => {
  const world = await startWorld();
  const { member, atelier } = world.discord.world;
  await world.stopEasel();
  await withRows(world, { [`history:${member.id} ${atelier.guild.id}`]: BROKEN });
  await world.startEasel();
  const history = async () => allTextOf((await typeCommand(world, 'history')).message);
  expect(await history()).toContain(ENGLISH.history.none);
  await expectPainted(world, 'a fox');
  expect(await history()).toContain('a fox');
});

test("a card whose job can't be read says so, and what to do", async () => {
  const world = await startWorld();
  const { discord } = world;
  const card = await expectPainted(world, 'a fox');
  await expectOpenJobs(world, 0);
  await world.stopEasel();
  const { query } = await tool(`${world.folder}/easel.sqlite`);
  const [row] = (await query("SELECT key FROM easel WHERE key GLOB 'jobs:*'")) as { key: string }[];
  await withRows(world, { [row?.key ?? '']: BROKEN });
  await world.startEasel();
  for (const [label, id] of Object.entries(buttonsOf(discord.message(card)))) {
    const { message } = await discord.as(discord.world.member.id).click(card, id);
    expect([label, message?.content]).toEqual([label, errorText('job-not-found')]);
  }
});

test("a closed job that can't be read keeps its person from nothing else", async () => {
  const world = await startWorld();
  const { discord, folder } = world;
  const { member, atelier } = discord.world;
  await expectPainted(world, 'a fox');
  await expectPainted(world, 'a hare');
  await expectOpenJobs(world, 0);
  await world.stopEasel();
  const { query } = await tool(`${folder}/easel.sqlite`);
  const [row] = (await query("SELECT key FROM easel WHERE key GLOB 'jobs:*' ORDER BY key")) as {
    key: string;
  }[];
  await withRows(world, { [row?.key ?? '']: BROKEN });
  world.log.length = 0;
  await world.startEasel();
  await expectLogged(world, 'Easel is ready');
  const person = discord.as(member.id);
  const panel = await person.slash(atelier.channelId, 'privacy');
  const question = await person.click(panel.message?.id ?? '', customId('ask-to-erase', 'mine'));
  await person.click(question.message?.id ?? '', customId('erase-data', 'mine'));
  await expectLogged(world, "can't read a stored row");
  const kept = () => query("SELECT key FROM easel WHERE key GLOB 'jobs:*' OR key GLOB 'asked:*'");
  await expect.poll(kept, { timeout: 8_000 }).toEqual([]);
  expect(world.log.join('')).not.toContain('a command failed');
  expect(world.log.join('')).not.toContain("couldn't remove expired data");
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tool } from '../storage/sqlite-tool.ts';
import { customId, type CustomId } from '../../src/messages/custom-id.ts';
import { startWorld, type World } from '../world/world.ts';
import {
  chooseRequest,
  expectLogged,
  expectPainted,
  press,
  repeatRequest,
  typeCommand,
  type Asker,
  expectSubmissions,
} from '../world/asking.ts';
import { allTextOf, customIdsOf, expectPictures, labelsOf, picturesOf } from '../world/messages.ts';
import { ENGLISH } from '../../src/messages/language.ts';

/** Opens the history; returns the id of its message. */
const open = async (
  world: World,
  options: Record<string, string> = {},
  asker: Asker = {},
): Promise<string> => {
  const { message } = await typeCommand(world, 'history', options, asker);
  expect(message?.ephemeralTo).toBe(asker.personId ?? world.discord.world.member.id);
  return message?.id ?? '';
};

const panel = (world: World, id: string) => allTextOf(world.discord.message(id));

const click = (world: World, id: string, button: CustomId) =>
  world.discord.as(world.discord.world.member.id).click(id, button);

test('the newest jobs come first, with a thumbnail and a link to each card', async () => {
  const world = await startWorld();
  const { atelier } = world.discord.world;
  const first = await expectPainted(world, 'a *fox*');
  const second = await expectPainted(world, 'a hare', { command: 'gen' });
  await world.restart();
  const message = world.discord.message(await open(world));
  expect(message?.embeds).toHaveLength(2);
  expect(message?.embeds[0]?.description).toContain('> a hare');
  expect(message?.embeds[0]?.description).toContain(`${atelier.guild.id}/${atelier.channelId}/${second}`);
  expect(message?.embeds[1]?.description).toContain(String.raw`> a \*fox\*`);
  expect(message?.embeds[1]?.description).toContain(`/${first}`);
  for (const { thumbnail } of message?.embeds ?? []) {
    // The uploaded picture of the card itself, which lives as long as the card.
    expect(new URL(thumbnail?.url ?? '').origin).toBe(world.discord.origin);
    expect((await fetch(thumbnail?.url ?? '')).status).toBe(200);
  }
});

test('a server has its own history, and direct messages that of all places', async () => {
  const world = await startWorld();
  const { gallery, member } = world.discord.world;
  await expectPainted(world, 'here', { command: 'gen' });
  await expectPainted(world, 'elsewhere', { command: 'gen', channelId: gallery.channelId });
  await expectPainted(world, 'between us', { command: 'gen', channelId: member.directChannelId });
  expect(panel(world, await open(world))).toMatch(/1 in total[^]*> here/);
  expect(panel(world, await open(world, {}, { channelId: gallery.channelId }))).toMatch(
    /1 in total[^]*> elsewhere/,
  );
  const everywhere = panel(world, await open(world, {}, { channelId: member.directChannelId }));
  expect(everywhere).toMatch(/3 in total[^]*> between us[^]*> elsewhere[^]*> here/);
});

test("nobody sees another's jobs", async () => {
  const world = await startWorld();
  await expectPainted(world, 'mine', { command: 'gen' });
  const id = await open(world, {}, { personId: world.discord.world.secondMember.id });
  expect(panel(world, id)).toContain(ENGLISH.history.none);
});

test('pages are turned, also after a restart', async () => {
  const world = await startWorld();
  for (let n = 1; n <= 7; n += 1) await expectPainted(world, `picture ${n}`, { command: 'gen' });
  const id = await open(world);
  expect(panel(world, id)).toContain('page 1 of 2 · 7 in total');
  expect(panel(world, id)).toContain('> picture 7');
  expect(panel(world, id)).not.toContain('> picture 2');
  await world.restart();
  await click(world, id, customId('history', 'all', 2));
  expect(panel(world, id)).toContain('page 2 of 2');
  expect(panel(world, id)).toContain('> picture 2');
  expect(panel(world, id)).not.toContain('> picture 3');
  await click(world, id, customId('history', 'all', 1));
  expect(panel(world, id)).toContain('> picture 7');
});

test('it is filtered by family and by words', async () => {
  const world = await startWorld();
  await expectPainted(world, 'A Red fox');
  await expectPainted(world, 'a red hare', { command: 'gen' });
  await expectPainted(world, 'a blue hare', { command: 'gen' });
  expect(panel(world, await open(world, { family: 'artgen' }))).toMatch(/1 in total[^]*Red fox/);
  expect(panel(world, await open(world, { text: 'RED' }))).toContain('2 in total');
  expect(panel(world, await open(world, { text: 'hare red', family: 'gen' }))).toMatch(
    /1 in total[^]*red hare/,
  );
  expect(panel(world, await open(world, { text: 'green' }))).toContain(
    ENGLISH.history.noneSuch(undefined, '`green`'),
  );
});

test('a search is made in the panel and lasts over a restart', async () => {
  const world = await startWorld();
  for (const n of [1, 2, 3, 4, 5, 6]) await expectPainted(world, `red picture ${n}`, { command: 'gen' });
  await expectPainted(world, 'blue picture', { command: 'gen' });
  const id = await open(world);
  const { modal } = await click(world, id, customId('history-search', 'all', 1));
  if (!modal) throw new Error('no form');
  await world.discord.as(world.discord.world.member.id).submitModal(modal, { text: 'red', family: ['gen'] });
  expect(panel(world, id)).toContain('page 1 of 2 · 6 in total');
  await world.restart();
  const [, older] = customIdsOf(world.discord.message(id)).filter((one): one is CustomId =>
    one.startsWith('history:'),
  );
  await click(world, id, older!);
  expect(panel(world, id)).toContain('> red picture 1');
  expect(panel(world, id)).toContain('page 2 of 2');
  await click(world, id, customId('history', 'all', 1));
  expect(panel(world, id)).toContain('7 in total');
});

test('a request is repeated from the history, for everybody to see', async () => {
  const world = await startWorld();
  await expectPainted(world, 'a fox', { command: 'gen', options: { size: '4K' } });
  await world.restart();
  const page = world.discord.message(await open(world))!;
  const { message } = await repeatRequest(world, page, 1);
  expect(message?.ephemeralTo).toBeNull();
  await expectPictures(world.discord, message?.id ?? '', 1);
  expect(world.service.submissions.map(({ body }) => body)).toEqual([
    { prompt: 'Draw: a fox', size: '4K' },
    { prompt: 'Draw: a fox', size: '4K' },
  ]);
  expect(panel(world, await open(world))).toContain('2 in total');
});

test('private jobs are there without a link, and hidden pictures without a thumbnail', async () => {
  const world = await startWorld();
  const { discord } = world;
  await expectPainted(world, 'a secret', { command: 'gen', options: { private: true } });
  const { message } = await typeCommand(world, 'gen', { prompt: 'a hidden one', spoiler: true });
  await discord.until(() => discord.message(message?.id ?? '')?.attachments.length === 1, {
    what: 'the hidden picture',
  });
  const [hidden, secret] = discord.message(await open(world))?.embeds ?? [];
  expect(secret?.description).toContain(ENGLISH.history.private);
  expect(secret?.thumbnail).toBeDefined();
  expect(hidden?.description).toContain(ENGLISH.history.jump);
  expect(hidden?.thumbnail).toBeUndefined();
});

test('a job that runs is there at once', async () => {
  const durations = { minMs: 60_000, maxMs: 60_000 };
  const world = await startWorld({ service: { durations: { artgen: durations, gen: durations } } });
  await typeCommand(world, 'gen', { prompt: 'a slow fox' });
  expect(panel(world, await open(world))).toContain('> a slow fox');
});

test('jobs that are no longer kept leave the history', async () => {
  const world = await startWorld();
  const { query } = await tool(join(world.folder, 'easel.sqlite'));
  await expectPainted(world, 'an old fox', { command: 'gen' });
  const closed = () => query("SELECT key FROM easel WHERE key LIKE 'jobs:%'");
  await expect.poll(closed).toHaveLength(1);
  await query("DELETE FROM easel WHERE key LIKE 'jobs:%'");
  await expectPainted(world, 'a new fox', { command: 'gen' });
  const id = await open(world);
  expect(panel(world, id)).toMatch(/1 in total[^]*a new fox/);
});

test('a job whose place in the history was lost in a crash gets it at the next start', async () => {
  const durations = { minMs: 60_000, maxMs: 60_000 };
  const world = await startWorld({ service: { durations: { artgen: durations, gen: durations } } });
  const { query } = await tool(join(world.folder, 'easel.sqlite'));
  await typeCommand(world, 'gen', { prompt: 'a fox in a crash' });
  await expectSubmissions(world, 1);
  await world.stopEasel();
  await query("DELETE FROM easel WHERE key LIKE 'history:%'");
  await world.startEasel();
  expect(panel(world, await open(world))).toMatch(/1 in total[^]*a fox in a crash/);
});

test('a job that nobody could be told of is not in the history', async () => {
  const world = await startWorld();
  const { discord } = world;
  discord.faults.answer(
    { route: /\/callback/ },
    { status: 404, body: { code: 10062, message: 'Unknown interaction' } },
  );
  const asked = typeCommand(world, 'gen', { prompt: 'a lost fox' });
  await expectLogged(world, 'dropped a job');
  discord.endFirstSeconds();
  await asked;
  expect(panel(world, await open(world))).toContain(ENGLISH.history.none);
});

test('the longest search still turns pages', async () => {
  const world = await startWorld();
  const text = `${'狐'.repeat(60)} “a:b” ,x`;
  for (const n of [1, 2, 3, 4, 5, 6]) await expectPainted(world, `${text} ${n}`, { command: 'gen' });
  const id = await open(world, { family: 'gen', text });
  const older = customIdsOf(world.discord.message(id)).find((one): one is CustomId => one.includes(':2:'))!;
  await click(world, id, older);
  expect(panel(world, id)).toMatch(/page 2 of 2 · 6 in total/);
});

test('one menu opens a request with its actions, and leads back to its page', async () => {
  const world = await startWorld();
  const { discord } = world;
  await expectPainted(world, 'a fox', { command: 'gen' });
  for (let n = 1; n <= 6; n += 1) await expectPainted(world, `four of ${n}`);
  const id = await open(world);
  expect(labelsOf(discord.message(id)).slice(1)).toEqual([['Newer', 'Older', 'Search']]);
  const four = await chooseRequest(world, discord.message(id)!, 2);
  expect(four.id).toBe(id);
  expect(panel(world, id)).toContain('> four of 5');
  expect(picturesOf(four)).toBe(4);
  expect(labelsOf(four)).toEqual([
    ['1', '2', '3', '4'],
    ['Again', 'Details'],
    ['Jump', 'Back'],
  ]);
  await press(discord, discord.world.member.id, id, 'Back');
  await press(discord, discord.world.member.id, id, 'Older');
  const one = await chooseRequest(world, discord.message(id)!, 7);
  expect(labelsOf(one)).toEqual([
    ['Edit', 'Vary', 'Redraw in 4K'],
    ['Post here', 'Open original'],
    ['Again', 'Details'],
    ['Jump', 'Back'],
  ]);
  await press(discord, discord.world.member.id, id, 'Back');
  expect(panel(world, id)).toContain('page 2 of 2');
});

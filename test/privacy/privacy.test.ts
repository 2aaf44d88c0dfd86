import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Discord, Message } from '../../sandbox/discord/index.ts';
import { finishedCard } from '../actions/cards.ts';
import { sealedRows } from '../keys/database.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { customIdsOf, expectPictures, expectText, idOf, textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';
import { blockPerson } from '../world/admin-panels.ts';
import { keyStatus, SERVER_KEY, setKey, startKeyed } from '../world/keys.ts';
import { ask, expectAllClosed, expectPainted, expectSubmissions } from '../world/asking.ts';
import { erase, openPrivacy } from '../world/privacy.ts';
import { errorText } from '../world/words.ts';
import { BROKEN, rowsLike, withRows } from '../world/stored-rows.ts';
import { closedJobs, withClosed } from '../world/closed-jobs.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../world/durations.ts';
import { eventually } from '../world/eventually.ts';

const REMOVE = 'Remove and block…';

const fileSchema = z.looseObject({
  personId: z.string(),
  jobs: z.array(
    z.looseObject({
      id: z.string(),
      personId: z.string(),
      state: z.string(),
      submission: z.looseObject({ body: z.looseObject({ prompt: z.string() }) }),
    }),
  ),
  'history and defaults': z.array(z.looseObject({ history: z.record(z.string(), z.array(z.string())) })),
  'personal key': z.array(z.looseObject({ lastFour: z.string() })),
});

const fetchFile = async (message: Message | undefined): Promise<Buffer> => {
  const [file] = message?.attachments ?? [];
  return Buffer.from(await (await fetch(file?.url ?? '')).arrayBuffer());
};

/** Gets a person's data as they would. */
const exported = async (discord: Discord, personId: string) => {
  const panel = await openPrivacy(discord, personId);
  const { message } = await discord.as(personId).click(panel.id, customId('export-data'));
  expect(message?.ephemeralTo).toBe(personId);
  const bytes = await fetchFile(message);
  return { text: bytes.toString(), data: fileSchema.parse(JSON.parse(bytes.toString())) };
};

test('what is kept, for what and how long is said privately, in a server and in direct messages', async () => {
  const { discord } = await startWorld({ env: { JOB_RETENTION_DAYS: '12' } });
  const { member } = discord.world;
  const message = await openPrivacy(discord, member.id);
  expect(message.ephemeralTo).toBe(member.id);
  for (const kind of [
    '**Requests**',
    '**History, defaults and styles**',
    '**API key**',
    '**Blocks**',
    '**Usage**',
    ENGLISH.privacy.kinds.jobs.kept(12),
    '400 days',
  ])
    expect(textOf(message)).toContain(kind);
  const direct = await discord.as(member.id).slash(member.directChannelId, 'privacy');
  expect(textOf(direct.message)).toContain('**Requests**');
});

test('the file holds everything of the person and nothing of anybody else, no token and no key', async () => {
  const world = await startKeyed({});
  const { discord, service } = world;
  const { member, secondMember } = discord.world;
  await setKey(discord, SERVER_KEY, 'direct', member.id);
  await expectPainted({ discord }, 'mine, done');
  await expectPainted({ discord }, 'mine, direct', { place: 'direct' });
  await expectPainted({ discord }, 'not mine', { personId: secondMember.id });
  await expectAllClosed(world);
  service.planTasks({ durationMs: 60_000 });
  await ask({ discord }, 'mine, running');
  await world.restart();
  const { text: file, data } = await exported(discord, member.id);
  expect(data.personId).toBe(member.id);
  expect(data.jobs.map(({ submission }) => submission.body.prompt)).toEqual([
    'mine, done',
    'mine, direct',
    'mine, running',
  ]);
  expect(data['personal key']).toMatchObject([{ lastFour: '1234' }]);
  expect(file).toContain('history');
  expect(file).not.toContain('not mine');
  expect(file).not.toContain(SERVER_KEY);
  expect(file).not.toMatch(/"token"/);
});

test('clicks that follow each other at once make one file', async () => {
  const { discord } = await startWorld();
  const { member, secondMember } = discord.world;
  const panel = await openPrivacy(discord, member.id);
  const clicks = Array.from({ length: 5 }, () =>
    discord.as(member.id).click(panel.id, customId('export-data')),
  );
  const answers = await Promise.all(clicks);
  const told = errorText('already-started');
  await eventually(() => {
    const messages = answers.map((answer) => discord.message(idOf(answer)));
    expect(messages.filter((message) => message?.attachments[0])).toHaveLength(1);
    expect(messages.filter((message) => message?.content === told)).toHaveLength(4);
  });
  expect((await exported(discord, secondMember.id)).data.personId).toBe(secondMember.id);
});

test('the file says where its person is blocked, and of nobody else', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, admin, member, secondMember } = discord.world;
  const card = await finishedCard(world);
  const { modal } = await discord.as(admin.id).menu(atelier.channelId, REMOVE, card.id);
  await discord.as(admin.id).submitModal(modal!, { reason: 'spam', time: ['week'] });
  const { data } = await exported(discord, member.id);
  const servers = [{ guildId: atelier.guild.id, personId: member.id, reason: 'spam' }];
  expect(data['blocks']).toMatchObject([{ servers, everywhere: false }]);
  expect((await exported(discord, secondMember.id)).text).not.toContain('spam');
});

test('a block that is over goes from the store by itself, and the others stay', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  const { member, secondMember } = discord.world;
  await blockPerson(world, member.id, { reason: 'spam', time: 'week' });
  await blockPerson(world, secondMember.id, { reason: 'for good' });
  await eventually(() => expect(clock.waits.some((waitMs) => waitMs > HOUR_MS / 2)).toBe(true));
  clock.advance(8 * DAY_MS);
  await eventually(async () => {
    clock.advance(MINUTE_MS);
    expect((await exported(discord, member.id)).data['blocks']).toMatchObject([{ servers: [] }]);
  });
  await world.stopEasel();
  const rows = JSON.stringify(await rowsLike(world, 'blocklists:*'));
  expect(rows).toContain(secondMember.id);
  expect(rows).not.toContain(member.id);
});

test('the file counts the blocklists that name its person and are damaged, and has the rest', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member, secondMember } = discord.world;
  await blockPerson(world, member.id, { reason: 'spam' });
  await world.stopEasel();
  await withRows(world, {
    'blocklists:800000000000000001': `{"value":{"bans":[{"personId":"${member.id}","rea`,
    'blocklists:800000000000000002': `{"value":{"rules":7,"exceptions":[],"bans":[{"personId":"${member.id}"}]}}`,
    'blocklists:800000000000000003': BROKEN,
  });
  await world.startEasel();
  const servers = [expect.objectContaining({ reason: 'spam' })];
  const { data } = await exported(discord, member.id);
  expect(data['blocks']).toEqual([{ servers, unreadable: 2, everywhere: false }]);
  const others = await exported(discord, secondMember.id);
  expect(others.data['blocks']).toEqual([{ servers: [], unreadable: 0, everywhere: false }]);
});

test('what is too large for one file comes in several, packed, of which each can be read by itself', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  await world.stopEasel();
  const jobs = closedJobs(member.id, 1_900, 'a lighthouse '.repeat(500));
  await withClosed(world, jobs);
  await world.startEasel();
  const panel = await openPrivacy(discord, member.id);
  const answer = await discord.as(member.id).click(panel.id, customId('export-data'));
  const filesOf = () => discord.message(idOf(answer))?.attachments ?? [];
  const names = ['my-data-1.json.gz', 'my-data-2.json.gz'];
  await eventually(() => expect(filesOf().map(({ filename }) => filename)).toEqual(names));
  const documents = await Promise.all(
    filesOf().map(async ({ url }) => gunzipSync(Buffer.from(await (await fetch(url)).arrayBuffer()))),
  );
  for (const document of documents) expect(document.length).toBeLessThanOrEqual(10 * 1_048_576);
  const read = documents.map((document) => fileSchema.parse(JSON.parse(document.toString())));
  expect(read.flatMap(({ jobs }) => jobs.map(({ id }) => id))).toEqual(jobs.map(({ id }) => id));
});

test('deleting asks once, and then nothing is left of the person, also after a restart', async () => {
  const world = await startKeyed({});
  const { discord } = world;
  const { member, secondMember } = discord.world;
  await setKey(discord, SERVER_KEY, 'direct', member.id);
  const card = await ask({ discord }, 'mine');
  await expectPictures(discord, card, 4);
  await expectPainted({ discord }, 'not mine', { personId: secondMember.id });
  await expectAllClosed(world);
  expect((await exported(discord, member.id)).data.jobs).toHaveLength(1);
  await erase(discord, member.id);
  await world.restart();
  const { data, text: file } = await exported(discord, member.id);
  expect(data.jobs).toEqual([]);
  expect(data['personal key']).toEqual([]);
  expect(file).not.toContain('fingerprint');
  expect((await exported(discord, secondMember.id)).data.jobs).toHaveLength(1);
  expect(textOf(await keyStatus(discord, 'direct', member.id))).toContain(ENGLISH.key.none);
  await world.stopEasel();
  expect(await sealedRows(world)).toEqual([]);
});

test('what is still being made is finished and brought first, and not kept then, also over a restart', async () => {
  const world = await startKeyed({});
  const { discord, service } = world;
  const { member } = discord.world;
  service.planTasks({ durationMs: 2_000 });
  const card = await ask({ discord }, 'still being made');
  await expectSubmissions({ service }, 1);
  expect(await erase(discord, member.id)).toContain(ENGLISH.privacy.deleted(1));
  await world.restart();
  await expectPictures(discord, card, 4);
  await expectAllClosed(world);
  const { data } = await exported(discord, member.id);
  expect(data.jobs).toEqual([]);
  expect(data['history and defaults']).toMatchObject([{ history: {} }]);
  expect(service.submissions).toHaveLength(1);
});

test('the personal key stays as long as what is still being made needs it', async () => {
  const world = await startKeyed({}, { isHurried: true });
  const { discord, service } = world;
  const { member } = discord.world;
  await setKey(discord, SERVER_KEY, 'direct', member.id);
  service.planTasks({ durationMs: 2_000 });
  const card = await ask({ discord }, 'under my own key', { place: 'direct' });
  await expectSubmissions({ service }, 1);
  await erase(discord, member.id);
  await expectPictures(discord, card, 4);
  await world.restart();
  await eventually(() => {
    expect(world.log.join('')).toContain('removed an unused API key');
  });
});

test('a request after the deletion is kept as usual', async () => {
  const world = await startKeyed({});
  const { discord, clock } = world;
  const { member } = discord.world;
  await erase(discord, member.id);
  clock.advance(1);
  await expectPainted({ discord }, 'a new beginning');
  await expectAllClosed(world);
  expect((await exported(discord, member.id)).data.jobs).toHaveLength(1);
});

test('a request that is still delivered when its person deletes their data is kept nowhere afterwards', async () => {
  const world = await startKeyed({});
  const { discord } = world;
  const { member } = discord.world;
  const delivery = discord.faults.hang({ method: 'PATCH' });
  await ask({ discord }, 'being delivered');
  await expect.poll(() => delivery.waiting).toBe(1);
  const panel = await openPrivacy(discord, member.id);
  const id = idOf(await discord.as(member.id).click(panel.id, customId('ask-to-erase')));
  await discord.as(member.id).click(id, customId('erase-data'));
  await expectText(discord, id, ENGLISH.privacy.deleted(0));
  delivery.release();
  await expectPainted({ discord }, 'a new beginning');
  await expectAllClosed(world);
  const { jobs, 'history and defaults': records } = (await exported(discord, member.id)).data;
  expect(jobs.map(({ submission }) => submission.body.prompt)).toEqual(['a new beginning']);
  expect(records.flatMap(({ history }) => Object.values(history).flat())).toEqual(jobs.map((job) => job.id));
});

test('a button of a picture whose job was deleted answers privately that it is no longer kept', async () => {
  const world = await startKeyed({});
  const { discord } = world;
  const { member } = discord.world;
  const card = await ask({ discord }, 'soon forgotten');
  await expectPictures(discord, card, 4);
  await expectAllClosed(world);
  await erase(discord, member.id);
  const [button = ''] = customIdsOf(discord.message(card));
  const { message } = await discord.as(member.id).click(card, button);
  expect(message?.ephemeralTo).toBe(member.id);
  expect(textOf(message)).toContain(errorText('job-not-found'));
});

test('a request whose row is damaged is deleted with the rest', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { jobId } = await finishedCard(world);
  await expectAllClosed(world);
  await world.stopEasel();
  await withRows(world, { [`jobs:${jobId}`]: BROKEN });
  await world.startEasel();
  await erase(discord, discord.world.member.id);
  await world.stopEasel();
  expect(await rowsLike(world, 'jobs*')).toEqual([]);
});

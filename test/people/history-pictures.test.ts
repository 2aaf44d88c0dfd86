import { expect, test } from 'vitest';
import { Permission, type Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { changeBlocklist, removeRule, blockPerson } from '../world/admin-panels.ts';
import { forgeClick } from '../world/forging.ts';
import {
  answerTo,
  chooseRequest,
  expectPainted,
  expectSubmissions,
  postFrom,
  press,
  promptsOf,
  typeCommand,
  type Asker,
} from '../world/asking.ts';
import {
  allTextOf,
  componentsOf,
  customIdOf,
  expectAnswer,
  expectRefusal,
  labelsOf,
  picturesOf,
} from '../world/messages.ts';
import { pictureOf, startHost, startPlainService } from '../world/picture-hosts.ts';
import { errorText } from '../world/words.ts';
import { startWorld, type World, type WorldOptions } from '../world/world.ts';

/** A person makes private pictures and dismisses the message. */
const dismissed = async (world: World, prompt = 'a secret', asker: Asker = {}): Promise<void> => {
  const id = await expectPainted(world, prompt, { ...asker, options: { private: true } });
  await world.restart();
  world.discord.deleteMessage(id);
  world.discord.expireAllTokens();
};

const open = async (world: World, asker: Asker = {}): Promise<Message> => {
  const { message } = await typeCommand(world, 'history', {}, asker);
  if (!message) throw new Error('no history');
  return message;
};

/** Presses a button, and waits for what comes of it. */
const urlsOf = (message: Message): string[] => message.embeds.flatMap(({ image }) => image?.url ?? []);

/** A world whose image service makes so many pictures at once, and may lose some of them. */
const startWithPictures = async (count: number, lost: ReadonlySet<string> = new Set()) => {
  const host = await startHost((request, response) => {
    if (lost.has(request.url ?? '')) response.writeHead(404).end();
    else response.end(pictureOf());
  });
  const urls = Array.from({ length: count }, (_, index) => `${host.url}/${index + 1}.png`);
  const service = await startPlainService(() => urls);
  const options: WorldOptions = { env: { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true' } };
  return startWorld(options);
};

test('private pictures that were dismissed are shown again with their details, to their owner alone, unpaid', async () => {
  const world = await startWorld();
  const { member } = world.discord.world;
  await dismissed(world);
  const shown = await chooseRequest(world, await open(world), 1);
  expect(shown.ephemeralTo).toBe(member.id);
  expect(picturesOf(shown)).toBe(4);
  for (const url of urlsOf(shown)) expect((await fetch(url)).status).toBe(200);
  expect(allTextOf(await answerTo(world, shown, 'Details'))).toContain(ENGLISH.details.seed);
  expect(world.service.submissions).toHaveLength(1);
});

test('one of them can be downloaded, and posted to the channel where its owner is now', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  await dismissed(world);
  const channelId = atelier.secondChannelId;
  const shown = await chooseRequest(world, await open(world, { channelId }), 1);
  const large = await answerTo(world, shown, '3');
  const [link] = componentsOf(large).flatMap(({ url }) => url ?? []);
  expect((await fetch(link ?? '')).headers.get('content-type')).toBe('image/png');
  const posted = await postFrom(world, large);
  expect(posted).toMatchObject({ channel_id: channelId, ephemeralTo: null });
  expect((await fetch(urlsOf(posted)[0] ?? '')).status).toBe(200);
  expect(posted.embeds[0]?.image?.url).toContain(discord.origin);
  expect(discord.messagesIn(atelier.channelId).filter((one) => one.author.id === member.id)).toEqual([]);
  expect(world.service.submissions).toHaveLength(1);
});

test('a single picture is large at once', async () => {
  const world = await startWithPictures(1);
  await expectPainted(world, 'one', { command: 'gen' });
  const large = await chooseRequest(world, await open(world), 1);
  expect(large.embeds[0]?.title).toBe('Picture 1');
  expect((await postFrom(world, large)).ephemeralTo).toBeNull();
});

test('more than four are reached page by page, also after a restart', async () => {
  const world = await startWithPictures(9);
  await expectPainted(world, 'nine');
  const first = await chooseRequest(world, await open(world), 1);
  await world.restart();
  const second = await answerTo(world, first, 'More pictures (5)');
  const third = await answerTo(world, second, 'More pictures (1)');
  expect([first, second, third].map(picturesOf)).toEqual([4, 4, 1]);
  expect(new URL(urlsOf(third)[0] ?? '').pathname).toBe('/9.png');
  expect((await answerTo(world, third, '9')).embeds[0]?.title).toBe('Picture 9');
});

test('what the image service has deleted is said: some, and all', async () => {
  const lost = new Set<string>();
  const world = await startWithPictures(4, lost);
  const id = await expectPainted(world, 'fading', { options: { private: true } });
  await world.restart();
  world.discord.deleteMessage(id);
  lost.add('/2.png');
  const shown = await chooseRequest(world, await open(world), 1);
  expect(picturesOf(shown)).toBe(3);
  expect(allTextOf(shown)).toContain("aren't available anymore");
  expect((await answerTo(world, shown, '3')).embeds[0]?.title).toBe('Picture 3');
  for (const number of [1, 3, 4]) lost.add(`/${number}.png`);
  const gone = await chooseRequest(world, await open(world), 1);
  expect(gone.content).toContain("These pictures aren't available anymore");
  expect(labelsOf(gone)).toEqual([['Again', 'Details', 'Back']]);
});

test('pictures that are kept nowhere any more can be made again there', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member } = discord.world;
  await dismissed(world, 'a fading fox');
  service.faults.order({ kind: 'picture-missing', times: 100 });
  const gone = await chooseRequest(world, await open(world), 1);
  expect(gone.content).toContain(errorText('pictures-gone'));
  const { message: question } = await press(discord, member.id, gone.id, 'Again');
  await press(discord, member.id, question?.id ?? '', 'Make a new request');
  await expectSubmissions(world, 2);
  expect(promptsOf(world)[1]).toBe('a fading fox');
});

test("a card's pictures are shown as Discord keeps them, though the image service has deleted its own", async () => {
  const lost = new Set<string>();
  const world = await startWithPictures(4, lost);
  await expectPainted(world, 'kept');
  await world.restart();
  for (const number of [1, 2, 3, 4]) lost.add(`/${number}.png`);
  const shown = await chooseRequest(world, await open(world), 1);
  expect(picturesOf(shown)).toBe(4);
  for (const url of urlsOf(shown)) expect((await fetch(url)).status).toBe(200);
});

test('who may not write in a channel can post nothing there', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  await dismissed(world);
  const channelId = atelier.secondChannelId;
  const large = await answerTo(world, await chooseRequest(world, await open(world, { channelId }), 1), '1');
  discord.setOverwrite(channelId, {
    id: member.id,
    type: 'member',
    allow: 0n,
    deny: Permission.SendMessages,
  });
  const answer = await press(discord, member.id, large.id, 'Post here');
  expect(expectRefusal(answer)).toContain('Send Messages');
});

test('without Use External Apps, whoever brings the bot along is told that nothing can be posted', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  member.user.hasInstalledApplication = true;
  const { channelId, everyoneRoleId } = discord.addGuild({
    name: 'Elsewhere',
    memberIds: [member.id],
    withBot: false,
  });
  await dismissed(world, 'abroad', { channelId });
  const large = await answerTo(world, await chooseRequest(world, await open(world, { channelId }), 1), '1');
  const deny = Permission.UseExternalApps;
  discord.setOverwrite(channelId, { id: everyoneRoleId, type: 'role', allow: 0n, deny });
  const answer = await press(discord, member.id, large.id, 'Post here');
  expect(expectRefusal(answer)).toContain('Use External Apps');
});

test.each(['channel', 'thread'] as const)(
  'what was made in an age-restricted %s is posted in such channels only',
  async (place) => {
    const world = await startWorld();
    const { discord } = world;
    const { atelier, member } = discord.world;
    const adults = discord.addChannel(atelier.guild.id, 'adults').id;
    discord.restrictChannelByAge(atelier.channelId);
    discord.restrictChannelByAge(adults);
    const thread = discord.addThread(atelier.channelId, 'late');
    await dismissed(world, 'for adults', { channelId: place === 'thread' ? thread.id : atelier.channelId });
    const largeIn = async (channelId: string) =>
      answerTo(world, await chooseRequest(world, await open(world, { channelId }), 1), '1');
    const refused = await press(discord, member.id, (await largeIn(atelier.secondChannelId)).id, 'Post here');
    expect((await expectAnswer(discord, refused)).content).toContain(errorText('age-restricted'));
    expect((await postFrom(world, await largeIn(adults))).ephemeralTo).toBeNull();
  },
);

test("a server's blocklist decides what is posted there, and by whom", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  await dismissed(world, 'a red dragon');
  const large = await answerTo(world, await chooseRequest(world, await open(world), 1), '1');
  await changeBlocklist(world, { rules: 'dragon' });
  const refused = await answerTo(world, large, 'Post here');
  expect(refused.ephemeralTo).toBe(member.id);
  expect(refused.content).toContain('dragon');
  await removeRule(world, 'dragon');
  await blockPerson(world, member.id);
  const blocked = await answerTo(world, large, 'Post here');
  expect(blocked.content).toContain(errorText('banned', { until: undefined, reason: undefined }));
});

test("somebody else's private pictures are out of reach, whatever the custom id says", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { secondMember } = discord.world;
  const secret = await expectPainted(world, 'a secret', { options: { private: true } });
  const jobId = customIdOf(discord.message(secret), 'again').split(':')[1] ?? '';
  const asker = { personId: secondMember.id };
  await expectPainted(world, 'their own', asker);
  const theirs = await open(world, asker);
  const person = discord.as(secondMember.id);
  for (const action of ['more-pictures', 'pick', 'post'] as const) {
    const told = await expectAnswer(discord, await forgeClick(person, theirs.id, customId(action, jobId, 1)));
    expect(told.content).toContain(errorText('job-not-found'));
    expect(told.embeds).toEqual([]);
  }
});

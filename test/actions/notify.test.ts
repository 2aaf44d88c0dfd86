import { expect, test } from 'vitest';
import { Permission, type Discord, type Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { forgeClick } from '../world/forging.ts';
import { ask, expectOpenJobs, expectSubmissions, press, typeCommand, type Asker } from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import {
  allTextOf,
  customIdOf,
  expectPictures,
  expectText,
  labelsOf,
  picturesOf,
} from '../world/messages.ts';
import { pictureOf, startHost, startPlainService } from '../world/picture-hosts.ts';
import { startWorld, type World } from '../world/world.ts';
const { notified } = ENGLISH.card;
const LONG_MS = MINUTE_MS;

/** Presses the button of `/defaults` that chooses a way. */
const choose = async ({ discord }: World, by: 'mention' | 'direct', asker: Asker = {}): Promise<void> => {
  const { member } = discord.world;
  const { message } = await typeCommand({ discord }, 'defaults', {}, asker);
  const button = customIdOf(message, 'default', by);
  await discord.as(asker.personId ?? member.id).click(message?.id ?? '', button);
};

/** A person requests pictures that take a minute. Returns the card's id. */
const askForSlow = async (world: World, asking: Parameters<typeof ask>[2] = {}): Promise<string> => {
  world.service.planTasks({ durationMs: LONG_MS });
  const id = await ask(world, 'a slow fox', asking);
  await expectText(world.discord, id, ENGLISH.card.painting(''));
  return id;
};

const finish = async (world: World, id: string): Promise<Message> => {
  world.clock.advance(LONG_MS);
  return expectPictures(world.discord, id, 4);
};

/** The messages that mention a person, without the card. */
const mentionsBeside = (discord: Discord, channelId: string, cardId: string): Message[] =>
  discord.messagesIn(channelId).filter(({ id, content }) => id !== cardId && content.startsWith('<@'));

const expectMention = (discord: Discord, channelId: string, cardId: string): Promise<Message> =>
  discord.until(() => mentionsBeside(discord, channelId, cardId)[0], {
    what: 'a message beside the card',
  });

/** The requests that say something new to a person. */
const newMessages = ({ discord }: World) =>
  discord.requests.filter(
    ({ method, path }) =>
      method === 'POST' && (path.endsWith('/messages') || /\/webhooks\/\d+\/[^/]+$/.test(path)),
  );

test('a mention replies to the card when it is done, reaches that person alone, and outlives a restart', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  await choose(world, 'mention');
  const id = await askForSlow(world);
  await world.restart();
  await finish(world, id);
  const mention = await expectMention(discord, atelier.channelId, id);
  expect(mention.content).toBe(`<@${member.id}> ${notified.done}`);
  expect(mention.message_reference?.message_id).toBe(id);
  await expectOpenJobs(world, 0);
  expect(newMessages(world)[0]?.body).toMatchObject({
    allowed_mentions: { parse: [], users: [member.id] },
  });
  await world.restart();
  expect(newMessages(world)).toHaveLength(1);
});

test('a direct message is sent a little later where Discord lets the bot open no more for a moment', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord } = world;
  const { member } = discord.world;
  await choose(world, 'direct');
  discord.faults.answer(
    { method: 'POST', route: /users\/@me\/channels/, times: 1 },
    { status: 403, body: { code: 40_003, message: 'You are opening direct messages too fast' } },
  );
  await finish(world, await askForSlow(world));
  await expect.poll(() => discord.messagesIn(member.directChannelId)).toHaveLength(1);
});

test('a picture that is done in a few seconds pings nobody', async () => {
  const world = await startWorld();
  const { discord } = world;
  await choose(world, 'mention');
  await expectPictures(discord, await ask(world, 'a quick fox'), 4);
  await expectOpenJobs(world, 0);
  expect(newMessages(world)).toEqual([]);
});

test('each button on an open card says whether it is on, and a press turns that one alone', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord } = world;
  const { atelier, member, secondMember } = discord.world;
  const id = await askForSlow(world);
  const labels = () => labelsOf(discord.message(id)).flat();
  expect(labels()).toEqual(['Mention me: off', 'DM me: off']);
  const refused = await discord.as(secondMember.id).click(id, customIdOf(discord.message(id), 'notify'));
  expect(refused.message?.ephemeralTo).toBe(secondMember.id);
  await press(discord, member.id, id, 'DM me: off');
  await press(discord, member.id, id, 'Mention me: off');
  expect(labels()).toEqual(['Mention me: on', 'DM me: on']);
  await world.restart();
  await finish(world, id);
  expect((await expectMention(discord, atelier.channelId, id)).content).toContain(notified.done);
  await expectOpenJobs(world, 0);
  expect(discord.messagesIn(member.directChannelId)).toHaveLength(1);
  const second = await askForSlow(world);
  await press(discord, member.id, second, 'Mention me: off');
  await press(discord, member.id, second, 'Mention me: on');
  await finish(world, second);
  await expectOpenJobs(world, 0);
  expect(newMessages(world)).toHaveLength(2);
});

test('two presses of the same button on an old look of a card are one', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord } = world;
  const { member } = discord.world;
  const id = await askForSlow(world);
  const button = customIdOf(discord.message(id), 'notify');
  await discord.as(member.id).click(id, button);
  await forgeClick(discord.as(member.id), id, button);
  expect(labelsOf(discord.message(id)).flat()).toContain('Mention me: on');
});

test('a request that ends without pictures is told of as well; one that its person stopped is not', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service, clock } = world;
  const { atelier, member } = discord.world;
  await choose(world, 'mention');
  service.planTasks({ durationMs: LONG_MS, failReason: 'too foxy' });
  const failing = await ask(world, 'a bad fox');
  await expectText(discord, failing, ENGLISH.card.painting(''));
  clock.advance(LONG_MS);
  expect((await expectMention(discord, atelier.channelId, failing)).content).toContain(notified.ended);
  service.faults.order({ kind: 'status', status: 503, retryAfter: 600, operation: 'artgen.submit' });
  const stopped = await ask(world, 'a fox that waits');
  // Before the service has declined it, it can't be stopped.
  await expectText(discord, stopped, ENGLISH.card.waitsBecause.busy);
  clock.advance(LONG_MS / 2);
  await press(discord, member.id, stopped, 'Stop');
  await expectOpenJobs(world, 0);
  expect(newMessages(world)).toHaveLength(1);
});

test('where the bot may not write, the mention follows by token', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  await choose(world, 'mention');
  const id = await askForSlow(world);
  const deny = Permission.SendMessages;
  discord.setOverwrite(atelier.channelId, { id: discord.applicationId, type: 'member', allow: 0n, deny });
  await finish(world, id);
  const told = await expectMention(discord, atelier.channelId, id);
  expect(told.content).toContain(`<@${member.id}>`);
});

test('a private request is never mentioned for others to see', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  await choose(world, 'mention');
  const id = await askForSlow(world, { options: { private: true } });
  expect(labelsOf(discord.message(id))[0]).not.toContain('Mention me: off');
  await finish(world, id);
  const told = await expectMention(discord, atelier.channelId, id);
  expect(told.ephemeralTo).toBe(member.id);
});

test('what comes to direct messages is a link to the card and one picture, and nothing is downloaded for it', async () => {
  let downloads = 0;
  const host = await startHost((_request, response) => {
    downloads += 1;
    response.end(pictureOf());
  });
  const urls = [1, 2, 3, 4].map((number) => `${host.url}/${number}.png`);
  const service = await startPlainService(() => urls);
  const world = await startWorld({ env: { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true' } });
  const { discord } = world;
  const { member, atelier } = discord.world;
  await choose(world, 'direct');
  const id = await ask(world, 'four foxes');
  const sent = () => discord.messagesIn(member.directChannelId);
  await discord.until(() => sent().length === 1, { what: 'a message' });
  await expectOpenJobs(world, 0);
  expect(sent().map(({ attachments }) => attachments.length)).toEqual([0]);
  expect(sent().map(picturesOf)).toEqual([1]);
  expect(sent()[0]?.content).toBe(
    `Original: https://discord.com/channels/${atelier.guild.id}/${atelier.channelId}/${id}`,
  );
  expect(allTextOf(sent()[0])).toContain('four foxes');
  expect(downloads).toBe(4);
});

test('where nothing leads to the card, as to a private one, the message leads to all pictures', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member } = discord.world;
  await choose(world, 'direct');
  await ask(world, 'private foxes', { options: { private: true } });
  discord.expireAllTokens();
  const sent = () => discord.messagesIn(member.directChannelId);
  await discord.until(() => sent().length === 1, { what: 'a message' });
  const links = service.tasks[0]?.pictureUrls.map((url, index) => `[${index + 1}](<${url}>)`).join(' · ');
  expect(sent()[0]?.content).toContain(`**${ENGLISH.details.originals}** ${links ?? ''}`);
});

test('hidden pictures are hidden in direct messages, too', async () => {
  const world = await startWorld();
  const { discord } = world;
  await choose(world, 'direct');
  await ask(world, 'hidden foxes', { options: { spoiler: true } });
  const sent = () => discord.messagesIn(discord.world.member.directChannelId);
  await discord.until(() => sent().length === 1, { what: 'a message' });
  expect(sent()[0]?.content).toMatch(/\|\|http\S+\|\|$/);
  expect(sent()[0]?.embeds.map(({ image }) => image)).toEqual([undefined]);
});

test('where Discord refuses the picture in a direct message, its link comes', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  await choose(world, 'direct');
  const route = new RegExp(`channels/${member.directChannelId}/messages$`);
  discord.faults.answer(
    { method: 'POST', route },
    { status: 400, body: { code: 50_035, message: 'Invalid' } },
  );
  await ask(world, 'odd foxes');
  const sent = () => discord.messagesIn(member.directChannelId);
  await discord.until(() => sent().length === 1, { what: 'a message' });
  expect(sent()[0]?.content).toContain(ENGLISH.card.picturesDone);
});

test('closed direct messages are told where the card is', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord } = world;
  const { atelier, member } = discord.world;
  await choose(world, 'direct');
  discord.closeDirectMessages(member.id);
  const id = await askForSlow(world);
  await finish(world, id);
  const told = await expectMention(discord, atelier.channelId, id);
  expect(told.content).toBe(`<@${member.id}> ${notified.closed}`);
});

test('in direct messages a reply is enough', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord } = world;
  const { member } = discord.world;
  await choose(world, 'direct', { place: 'direct' });
  const id = await askForSlow(world, { place: 'direct' });
  expect(labelsOf(discord.message(id))).toEqual([['Mention me: off']]);
  await finish(world, id);
  const told = await expectMention(discord, member.directChannelId, id);
  expect([told.content, picturesOf(told)]).toEqual([`<@${member.id}> ${notified.done}`, 0]);
});

test('a crash between the card and the mention ends in one mention', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  await choose(world, 'mention');
  const id = await askForSlow(world);
  const held = discord.faults.hang({ method: 'POST', route: /channels\/\d+\/messages$/ });
  await finish(world, id);
  await expect.poll(() => held.waiting).toBe(1);
  const stopped = world.stopEasel();
  held.release();
  await stopped;
  await world.startEasel();
  await expectOpenJobs(world, 0);
  expect(mentionsBeside(discord, atelier.channelId, id).map(({ content }) => content)).toEqual([
    `<@${member.id}> ${notified.done}`,
  ]);
});

test('nobody decides how somebody else is told, whatever the custom id says', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord } = world;
  const { secondMember } = discord.world;
  const id = await askForSlow(world);
  await expectSubmissions(world, 1);
  const jobId = customIdOf(discord.message(id), 'notify').split(':')[1] ?? '';
  const { message } = await forgeClick(discord.as(secondMember.id), id, customId('notify', jobId, 3));
  expect(message?.ephemeralTo).toBe(secondMember.id);
  await finish(world, id);
  await expectOpenJobs(world, 0);
  expect(newMessages(world)).toEqual([]);
});

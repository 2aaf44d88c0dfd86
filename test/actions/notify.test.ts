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

/** Presses the button of `/defaults` until that way is chosen. */
const choose = async ({ discord }: World, by: 'mention' | 'direct', asker: Asker = {}): Promise<void> => {
  const { member } = discord.world;
  const { message } = await typeCommand({ discord }, 'defaults', {}, asker);
  for (let step = 0; step < (by === 'mention' ? 1 : 2); step += 1) {
    const button = customIdOf(discord.message(message?.id ?? ''), 'default', 'notify');
    await discord.as(asker.personId ?? member.id).click(message?.id ?? '', button);
  }
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

test('a picture that is done in a few seconds pings nobody', async () => {
  const world = await startWorld();
  const { discord } = world;
  await choose(world, 'mention');
  await expectPictures(discord, await ask(world, 'a quick fox'), 4);
  await expectOpenJobs(world, 0);
  expect(newMessages(world)).toEqual([]);
});

test('a button on a card that waits chooses it for this request, and takes it back', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member, secondMember } = discord.world;
  const id = await askForSlow(world);
  expect(labelsOf(discord.message(id))).toEqual([['Mention me', 'Send to me']]);
  const refused = await discord.as(secondMember.id).click(id, customIdOf(discord.message(id), 'notify'));
  expect(refused.message?.ephemeralTo).toBe(secondMember.id);
  await press(discord, member.id, id, 'Mention me');
  await press(discord, member.id, id, 'Mention me');
  await press(discord, member.id, id, 'Send to me');
  await press(discord, member.id, id, 'Mention me');
  await world.restart();
  await finish(world, id);
  expect((await expectMention(discord, atelier.channelId, id)).content).toContain(notified.done);
  const second = await askForSlow(world);
  await press(discord, member.id, second, 'Mention me');
  await press(discord, member.id, second, 'Mention me');
  await finish(world, second);
  await expectOpenJobs(world, 0);
  expect(newMessages(world)).toHaveLength(1);
});

test('a request that ends without pictures is told of as well; one that its person stopped is not', async () => {
  const world = await startWorld();
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
  expect(labelsOf(discord.message(id))[0]).not.toContain('Mention me');
  await finish(world, id);
  const told = await expectMention(discord, atelier.channelId, id);
  expect(told.ephemeralTo).toBe(member.id);
});

test('all pictures are sent to direct messages, also when the card is out of reach by then', async () => {
  const host = await startHost((_request, response) => response.end(pictureOf()));
  const urls = [1, 2, 3, 4, 5, 6].map((number) => `${host.url}/${number}.png`);
  const service = await startPlainService(() => urls);
  const world = await startWorld({ env: { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true' } });
  const { discord } = world;
  const { member } = discord.world;
  await choose(world, 'direct');
  await ask(world, 'six foxes', { options: { private: true } });
  discord.expireAllTokens();
  const sent = () => discord.messagesIn(member.directChannelId);
  await discord.until(() => sent().length === 2, { what: 'two messages' });
  expect(sent().map(picturesOf)).toEqual([4, 2]);
  expect(allTextOf(sent()[0])).toContain('six foxes');
});

test('closed direct messages are told where the card is', async () => {
  const world = await startWorld();
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
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  await choose(world, 'direct', { place: 'direct' });
  const id = await askForSlow(world, { place: 'direct' });
  expect(labelsOf(discord.message(id))).toEqual([['Mention me']]);
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
  const world = await startWorld();
  const { discord } = world;
  const { secondMember } = discord.world;
  const id = await askForSlow(world);
  await expectSubmissions(world, 1);
  const jobId = customIdOf(discord.message(id), 'notify').split(':')[1] ?? '';
  const { message } = await forgeClick(discord.as(secondMember.id), id, customId('notify', jobId, 2));
  expect(message?.ephemeralTo).toBe(secondMember.id);
  await finish(world, id);
  await expectOpenJobs(world, 0);
  expect(newMessages(world)).toEqual([]);
});

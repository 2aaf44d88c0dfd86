import { expect, test } from 'vitest';
import { DiscordMessenger } from '../../src/services/discord/delivery/messenger.ts';
import { PictureShrinker } from '../../src/services/discord/delivery/picture-shrinker.ts';
import { Pictures } from '../../src/services/discord/delivery/pictures.ts';
import { DiscordApi } from '../../src/services/discord/rest/api.ts';
import { addAgain } from '../world/admin-panels.ts';
import { DEFAULT_SETTINGS } from '../../src/services/guilds/settings.ts';
import { openWeb } from '../../src/services/network/web.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { ask } from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';
import { openTestEnvironment, startWorld, type TestEnvironment } from '../world/world.ts';

const ROOMY = { requests: 1_000, perMs: 1_000 };
/** Discord's limit for reactions, and hardly any other. */
const LIMITS = {
  global: ROOMY,
  channelMessages: ROOMY,
  interactionToken: ROOMY,
  other: ROOMY,
  reactions: { requests: 1, perMs: 250 },
};

/** What adds reactions, without the gap between them. */
const messengerOf = (
  { discord }: TestEnvironment,
  signal: AbortSignal = new AbortController().signal,
): DiscordMessenger => {
  const { apiUrl, botToken } = discord;
  const log = createLog({ level: 'silent' });
  const metrics = { observeDiscordRequest: () => undefined };
  const web = openWeb({ trustedUrls: [discord.apiUrl], allowPrivateAddresses: true });
  return new DiscordMessenger({
    api: new DiscordApi({ apiUrl, botToken, requestsPerSecond: () => 1_000, metrics }),
    discordApiUrl: apiUrl,
    pictures: new Pictures({ log, web, shrinker: new PictureShrinker({ log }) }),
    settings: { of: () => Promise.resolve({ ...DEFAULT_SETTINGS, offersAgain: true }) },
    newReference: () => 'reference',
    clock: { now: () => systemClock.now(), sleep: () => Promise.resolve() },
    random: Math.random,
    log,
    signal,
  });
};

const cardIn = ({ discord }: TestEnvironment, channelId: string) => {
  const { atelier, member } = discord.world;
  const { id: messageId } = discord.as(member.id).send(channelId, 'a card');
  const place = { applicationId: discord.applicationId, guildId: atelier.guild.id, channelId, messageId };
  return { ...place, ephemeral: false, channelRoute: true, attachmentLimitBytes: 0, mayReact: true };
};

const countReactions = ({ discord }: TestEnvironment, messageId: string): number =>
  discord.requests.filter(({ path }) => path.includes(`${messageId}/reactions/`)).length;

test('reactions to cards that are done at once stand in line in their channel, and draw no 429', async () => {
  const world = await startWorld({ discord: { rateLimits: LIMITS } });
  const { discord } = world;
  const { atelier } = discord.world;
  await addAgain(discord);
  const channels = [atelier.channelId, atelier.secondChannelId];
  const ids = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((number) =>
      ask(world, `fox ${number}`, { channelId: channels[number % 2] ?? '' }),
    ),
  );
  await Promise.all(ids.map((id) => expectPictures(discord, id, 4)));
  await discord.until(() => ids.every((id) => discord.message(id)?.reactions.some(({ me }) => me)), {
    what: 'all reactions',
    timeoutMs: 15_000,
  });
  const reactions = () => discord.requests.filter(({ path }) => path.includes('/reactions/'));
  await expect.poll(() => reactions().length).toBeGreaterThanOrEqual(ids.length);
  expect(reactions().map(({ status }) => status)).toEqual(ids.map(() => 204));
});

test("a channel's line of reactions is as long as a minute, and is joined again once there is room", async () => {
  const scene = await openTestEnvironment();
  const { discord } = scene;
  const { atelier, gallery } = discord.world;
  const messenger = messengerOf(scene);
  const [here, elsewhere] = [cardIn(scene, atelier.channelId), cardIn(scene, gallery.channelId)];
  const reactionsTo = ({ messageId }: { messageId: string }) => countReactions(scene, messageId);
  const offers = Array.from({ length: 300 }, () => messenger.offerAgain(here));
  await Promise.all([...offers, messenger.offerAgain(elsewhere)]);
  expect([reactionsTo(here), reactionsTo(elsewhere)]).toEqual([240, 1]);
  await messenger.offerAgain(here);
  expect(reactionsTo(here)).toBe(241);
});

test('reactions that wait when Easel stops are not added all at once', async () => {
  const scene = await openTestEnvironment();
  const card = cardIn(scene, scene.discord.world.atelier.channelId);
  const stopping = new AbortController();
  const messenger = messengerOf(scene, stopping.signal);
  const offers = Array.from({ length: 100 }, () => messenger.offerAgain(card));
  stopping.abort();
  await Promise.all(offers);
  // That of a card which is finished just then has nothing to wait for.
  expect(countReactions(scene, card.messageId)).toBe(1);
});

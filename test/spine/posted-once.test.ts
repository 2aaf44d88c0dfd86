import { expect, test } from 'vitest';
import type { Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { finishedCard } from '../actions/cards.ts';
import { openSettings } from '../world/admin-panels.ts';
import { ask, expectAllClosed, press, requestsOf, typeCommand } from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { allTextOf, expectAnswer, expectPictures, picturesOf } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';

/** Easel ends after Discord took a message and before it knows that. `passMs`: how long it is away. */
const endUnconfirmed = async (
  world: World,
  { channelId, passMs = 0 }: { channelId: string; passMs?: number },
  act: () => unknown,
): Promise<Message> => {
  const { discord, clock } = world;
  const before = new Set(discord.messagesIn(channelId).map(({ id }) => id));
  const route = new RegExp(`/channels/${channelId}/messages$`);
  discord.faults.cutOff({ method: 'POST', route, times: Infinity });
  const acting = Promise.resolve(act()).catch(() => undefined);
  const isNew = ({ id }: Message) => !before.has(id);
  const posted = await discord.until(
    () => {
      clock.advance(100);
      return discord.messagesIn(channelId).find((one) => isNew(one) && picturesOf(one) === 4);
    },
    { what: 'the message', timeoutMs: 30_000 },
  );
  await world.stopEasel();
  await acting;
  discord.faults.clear();
  clock.advance(passMs);
  await world.startEasel();
  return posted;
};

const publicOf = ({ discord }: World): Message[] =>
  discord.messagesIn(discord.world.atelier.channelId).filter((one) => one.ephemeralTo === null);

/** A private card whose published message Easel doesn't know. */
const publishedUnknown = async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  const card = await finishedCard(world, { options: { private: true } });
  await expectAllClosed(world);
  const published = await endUnconfirmed(world, { channelId: atelier.channelId }, () =>
    press(discord, member.id, card.id, 'Publish'),
  );
  return { world, card, published };
};

test('what was published when Easel was killed is not published again', async () => {
  const { world, card, published } = await publishedUnknown();
  const { discord } = world;
  await press(discord, discord.world.member.id, card.id, 'Publish');
  const history = async () => allTextOf((await typeCommand(world, 'history')).message);
  await expect.poll(history).toContain(published.id);
  expect(publicOf(world)).toHaveLength(1);
});

test('what was published when Easel was killed is everybody’s by its buttons', async () => {
  const { world, card, published } = await publishedUnknown();
  const { discord } = world;
  const { secondMember } = discord.world;
  const pick = customId('pick', card.jobId, 1);
  const shown = await expectAnswer(discord, await discord.as(secondMember.id).click(published.id, pick));
  expect(picturesOf(shown)).toBe(1);
});

for (const passMs of [0, 10 * MINUTE_MS])
  test(`a post of the gallery that nobody confirmed stands there once, ${passMs / MINUTE_MS} minutes later`, async () => {
    const world = await startWorld();
    const { discord, clock } = world;
    const { atelier, admin, secondMember } = discord.world;
    const { secondChannelId: channelId } = atelier;
    const panel = await openSettings(discord, 'channels');
    await discord.as(admin.id).select(panel, customId('settings', 'gallery'), [channelId]);
    await discord.as(admin.id).select(panel, customId('settings', 'stars'), ['1']);
    const card = await finishedCard(world);
    await expectAllClosed(world);
    await endUnconfirmed(world, { channelId, passMs }, () => {
      discord.as(admin.id).react(card.id, '⭐');
    });
    const counts = () => requestsOf(discord, 'GET', new RegExp(`${card.id}/reactions`)).length;
    const before = counts();
    discord.as(secondMember.id).react(card.id, '⭐');
    await expect
      .poll(() => {
        clock.advance(100);
        return counts();
      })
      .toBeGreaterThan(before);
    await world.restart();
    expect(discord.messagesIn(channelId)).toHaveLength(1);
  });

test('of a new message in an archived thread that nobody confirmed, and the card before, one shows the pictures', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { id: channelId } = discord.addThread(discord.world.atelier.channelId, 'a thread');
  service.planTasks({ durationMs: 500 });
  const id = await ask(world, 'in a thread', { channelId });
  discord.expireAllTokens();
  const sent = await endUnconfirmed(world, { channelId }, () => {
    discord.archiveThread(channelId);
  });
  await expectAllClosed(world);
  await expectPictures(discord, sent.id, 4);
  expect(discord.messagesIn(channelId).map(picturesOf)).toEqual([0, 4]);
  expect(picturesOf(discord.message(id))).toBe(0);
});

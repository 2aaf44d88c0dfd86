import { describe, expect, test } from 'vitest';
import { Permission, type Message } from '../../sandbox/discord/index.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { deleteBy, finishedCard } from '../actions/cards.ts';
import { answerTo, expectAllClosed, press } from '../world/asking.ts';
import { picturesOf } from '../world/messages.ts';
import { STORES } from '../storage/fresh-server.ts';
import { startWorld, type World } from '../world/world.ts';

const SENDING = { method: 'POST', route: '/channels/:channel/messages', times: Infinity };
const FILLING = { method: 'PATCH', route: /(@|%40)original/, times: Infinity };

/** Presses a button whose public message Easel never learns of, as after a kill, and starts Easel again. */
const postUnknown = async (world: World, { id, channel_id: channelId }: Message, label: string) => {
  const { discord } = world;
  const before = new Set(discord.messagesIn(channelId).map((one) => one.id));
  const found = () => discord.messagesIn(channelId).find((one) => !before.has(one.id) && picturesOf(one) > 0);
  for (const strike of [SENDING, FILLING]) discord.faults.cutOff(strike);
  await press(discord, discord.world.member.id, id, label);
  const posted = await discord.until(found, { what: label });
  await world.restart();
  discord.faults.clear();
  return posted;
};

const untilGone = ({ discord, clock }: World, id: string) =>
  discord.until(
    () => {
      clock.advance(1_000);
      return !discord.message(id);
    },
    { what: 'the message to go' },
  );

const pictured = ({ discord }: World, channelId: string) =>
  discord.messagesIn(channelId).filter((one) => one.ephemeralTo === null && picturesOf(one) > 0);

for (const { name, isThere, options } of STORES)
  describe.skipIf(!isThere)(name, () => {
    test.each([{ mayWrite: true }, { mayWrite: false }])(
      'a posted picture of which a killed process had noted no more than that it comes goes with the others: %o',
      async ({ mayWrite }) => {
        const world = await startWorld(await options());
        const { admin, atelier } = world.discord.world;
        const card = await finishedCard(world);
        await expectAllClosed(world);
        const large = await answerTo(world, card.message, '2');
        const deny = mayWrite ? 0n : Permission.SendMessages;
        const id = world.discord.applicationId;
        world.discord.setOverwrite(atelier.channelId, { id, type: 'member', allow: 0n, deny });
        const copy = await postUnknown(world, large, ENGLISH.pictures.postHere);
        await deleteBy(world, admin.id, card.id);
        await untilGone(world, copy.id);
        expect(pictured(world, atelier.channelId)).toEqual([]);
      },
    );

    test('a published card of which a killed process had noted no more than that it comes goes with its pictures', async () => {
      const world = await startWorld(await options());
      const { member, atelier } = world.discord.world;
      const card = await finishedCard(world, { options: { private: true } });
      await expectAllClosed(world);
      const published = await postUnknown(world, card.message, 'Publish');
      await deleteBy(world, member.id, card.id);
      await untilGone(world, published.id);
      expect(pictured(world, atelier.channelId)).toEqual([]);
    });
  });

test.each(['a posted picture', 'a published card'])(
  '%s that is on its way while its request is deleted goes as soon as it stands, where the bot reads no history',
  async (what) => {
    const world = await startWorld({ isHurried: true });
    const { discord } = world;
    const { admin, member, atelier } = discord.world;
    const isPrivate = what === 'a published card';
    const card = await finishedCard(world, isPrivate ? { options: { private: true } } : {});
    await expectAllClosed(world);
    const large = await answerTo(world, card.message, '2');
    const deny = Permission.ReadMessageHistory;
    discord.setOverwrite(atelier.channelId, { id: discord.applicationId, type: 'member', allow: 0n, deny });
    const shown = () => pictured(world, atelier.channelId);
    const before = new Set(shown().map(({ id }) => id));
    const held = discord.faults.hang({ method: 'POST', route: /channels\/\d+\/messages$/ });
    if (!isPrivate) void press(discord, member.id, large.id, ENGLISH.pictures.postHere);
    else void press(discord, member.id, card.id, 'Publish');
    await expect.poll(() => held.waiting).toBe(1);
    await deleteBy(world, isPrivate ? member.id : admin.id, card.id);
    held.release();
    const { id } = await discord.until(() => shown().find((one) => !before.has(one.id)), { what });
    await untilGone(world, id);
  },
);

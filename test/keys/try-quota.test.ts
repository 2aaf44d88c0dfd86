import { errorText } from '../world/words.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { expect, test } from 'vitest';
import type { Discord } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ask } from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { NEW_KEY, keyStatus, setKey, startWithQuota } from '../world/keys.ts';
import { buttonsOf, expectPictures, expectText, textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

const USED_UP = ENGLISH.card.failures.quota[0];
const TRY_AGAIN = customId('try-quota', 'here');

/** Somebody is refused for want of quota. Returns what they read. */
const refusal = async (discord: Discord, personId: string, place: 'server' | 'direct' = 'server') => {
  const id = await ask({ discord }, 'refused', { place, personId });
  const message = discord.message(id);
  expect(textOf(message)).toContain(USED_UP);
  return { id, buttons: Object.values(buttonsOf(message)) };
};

test('whoever manages the server can have it tried again from the refusal itself, and nobody else', async () => {
  const { discord, service } = await startWithQuota(0);
  const { admin, member, atelier } = discord.world;
  await expectText(discord, await ask({ discord }, 'finds out'), USED_UP);
  expect((await refusal(discord, member.id)).buttons).toEqual([]);
  const { id, buttons } = await refusal(discord, admin.id);
  expect(buttons).toEqual([TRY_AGAIN]);
  // The button stays where it is when the right is taken away.
  const keeper = atelier.guild.members.get(admin.id);
  const roleIds = keeper?.roleIds ?? [];
  if (keeper) keeper.roleIds = [];
  expect(textOf((await discord.as(admin.id).click(id, TRY_AGAIN)).message)).toContain('Manage Server');
  if (keeper) keeper.roleIds = roleIds;
  service.setQuota('server', 10);
  await discord.as(admin.id).click(id, TRY_AGAIN);
  await expectPictures(discord, await ask({ discord }, 'the next request'), 4);
});

test('in direct messages the key is one’s own, and so is the button', async () => {
  const { discord, service } = await startWithQuota(10);
  const { member } = discord.world;
  service.openAccount({ name: 'own', key: 'own-key-of-a-person-1', quota: 0 });
  await setKey(discord, 'own-key-of-a-person-1', 'direct', member.id);
  await expectText(discord, await ask({ discord }, 'finds out', { place: 'direct' }), USED_UP);
  const { id, buttons } = await refusal(discord, member.id, 'direct');
  expect(buttons).toEqual([TRY_AGAIN]);
  service.setQuota('own', 10);
  await discord.as(member.id).click(id, TRY_AGAIN);
  await expectPictures(discord, await ask({ discord }, 'the next request', { place: 'direct' }), 4);
});

test('the operator’s key is tried again by whoever runs the bot, and by no admin of a server', async () => {
  const { discord, service } = await startWorld();
  const { admin, member, secondMember } = discord.world;
  discord.setApplicationOwner(secondMember.id);
  service.setQuota('test', 0);
  await expectText(discord, await ask({ discord }, 'finds out'), USED_UP);
  for (const personId of [admin.id, member.id])
    expect((await refusal(discord, personId)).buttons).toEqual([]);
  const { id, buttons } = await refusal(discord, secondMember.id);
  expect(buttons).toEqual([TRY_AGAIN]);
  const status = await keyStatus(discord);
  expect(buttonsOf(status)).toEqual({});
  service.setQuota('test', 10);
  await discord.as(secondMember.id).click(id, TRY_AGAIN);
  await expectPictures(discord, await ask({ discord }, 'the next request'), 4);
});

test('who ran the bot once can no longer have the operator’s key tried again', async () => {
  const { discord, service, clock } = await startWorld();
  const { admin, secondMember } = discord.world;
  service.setQuota('test', 0);
  await expectText(discord, await ask({ discord }, 'finds out'), USED_UP);
  const { id } = await refusal(discord, admin.id);
  discord.setApplicationOwner(secondMember.id);
  clock.advance(10 * MINUTE_MS);
  const { message } = await discord.as(admin.id).click(id, TRY_AGAIN);
  expect(textOf(message)).toContain(errorText('operator-only'));
});

test('with quota again, the first request after a minute works', async () => {
  const { discord, service, clock } = await startWithQuota(0);
  await expectText(discord, await ask({ discord }, 'finds out'), USED_UP);
  service.setQuota('server', 10);
  clock.advance(MINUTE_MS);
  await expectPictures(discord, await ask({ discord }, 'the next request'), 4);
});

test('a new key opens at once', async () => {
  const { discord, service } = await startWithQuota(0);
  await expectText(discord, await ask({ discord }, 'finds out'), USED_UP);
  service.setQuota('newer', 10);
  await setKey(discord, NEW_KEY);
  await expectPictures(discord, await ask({ discord }, 'the next request'), 4);
});

import { errorText } from '../world/words.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { expect, test } from 'vitest';
import type { Discord } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ask, press } from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { NEW_KEY, keyStatus, setKey, startWithQuota } from '../world/keys.ts';
import { buttonsOf, expectAnswer, expectPictures, expectText, textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

const WAITS = ENGLISH.card.waitsBecause.quota;
const REFUSED = errorText('quota-used-up', undefined);
const { tryAgain } = ENGLISH.card.buttons;

type Place = 'server' | 'direct';

/** A request is refused for want of quota. Returns the id of what the person reads. */
const refusal = async (discord: Discord, personId: string, place: Place = 'server') => {
  const id = await ask({ discord }, 'refused', { place, personId });
  expect(textOf(discord.message(id))).toContain(REFUSED);
  return id;
};

/** What Try again comes to while the quota is taken to be used up. */
const answerOnTrying = async (discord: Discord, personId: string, messageId: string) =>
  expectAnswer(discord, await press(discord, personId, messageId, tryAgain));

test('Try again of a person who manages the server goes to the service at once, and nobody else’s does', async () => {
  const { discord, service } = await startWithQuota(0);
  const { admin, member, atelier } = discord.world;
  await expectText(discord, await ask({ discord }, 'finds out'), WAITS);
  service.setQuota('server', 10);
  const theirs = await refusal(discord, member.id);
  expect(textOf(await answerOnTrying(discord, member.id, theirs))).toContain(REFUSED);
  const id = await refusal(discord, admin.id);
  // The button stays where it is when the right is taken away.
  const keeper = atelier.guild.members.get(admin.id);
  const roleIds = keeper?.roleIds ?? [];
  if (keeper) keeper.roleIds = [];
  expect(textOf(await answerOnTrying(discord, admin.id, id))).toContain(REFUSED);
  if (keeper) keeper.roleIds = roleIds;
  await expectPictures(discord, (await answerOnTrying(discord, admin.id, id)).id, 4);
});

test('in direct messages the key is one’s own, and so is the decision', async () => {
  const { discord, service } = await startWithQuota(10);
  const { member } = discord.world;
  service.openAccount({ name: 'own', key: 'own-key-of-a-person-1', quota: 0 });
  await setKey(discord, 'own-key-of-a-person-1', 'direct', member.id);
  await expectText(discord, await ask({ discord }, 'finds out', { place: 'direct' }), WAITS);
  const id = await refusal(discord, member.id, 'direct');
  service.setQuota('own', 10);
  await expectPictures(discord, (await answerOnTrying(discord, member.id, id)).id, 4);
});

test('the operator’s key is tried again by the person who runs the bot, and by no admin of a server', async () => {
  const { discord, service } = await startWorld();
  const { admin, secondMember } = discord.world;
  discord.setApplicationOwner(secondMember.id);
  service.setQuota('test', 0);
  await expectText(discord, await ask({ discord }, 'finds out'), WAITS);
  service.setQuota('test', 10);
  expect(buttonsOf(await keyStatus(discord))).toEqual({});
  const theirs = await refusal(discord, admin.id);
  expect(textOf(await answerOnTrying(discord, admin.id, theirs))).toContain(REFUSED);
  const id = await refusal(discord, secondMember.id);
  await expectPictures(discord, (await answerOnTrying(discord, secondMember.id, id)).id, 4);
});

test('a person who ran the bot once can no longer have the operator’s key tried again', async () => {
  const { discord, service, clock } = await startWorld();
  const { admin, secondMember } = discord.world;
  service.setQuota('test', 0);
  await expectText(discord, await ask({ discord }, 'finds out'), WAITS);
  const status = await keyStatus(discord);
  discord.setApplicationOwner(secondMember.id);
  clock.advance(10 * MINUTE_MS);
  const { message } = await discord.as(admin.id).click(status.id, customId('try-quota', 'here'));
  expect(textOf(message)).toContain(errorText('operator-only'));
});

test('with quota again, the first request after a minute works', async () => {
  const { discord, service, clock } = await startWithQuota(0);
  await expectText(discord, await ask({ discord }, 'finds out'), WAITS);
  service.setQuota('server', 10);
  clock.advance(MINUTE_MS);
  await expectPictures(discord, await ask({ discord }, 'the next request'), 4);
});

test('a new key opens at once', async () => {
  const { discord, service } = await startWithQuota(0);
  await expectText(discord, await ask({ discord }, 'finds out'), WAITS);
  service.setQuota('newer', 10);
  await setKey(discord, NEW_KEY);
  await expectPictures(discord, await ask({ discord }, 'the next request'), 4);
});

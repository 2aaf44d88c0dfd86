import { errorText } from '../world/words.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { expect, test } from 'vitest';
import type { Discord } from '../../sandbox/discord/index.ts';
import { ask, press } from '../world/asking.ts';
import { keyStatus, setKey, startWithQuota } from '../world/keys.ts';
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

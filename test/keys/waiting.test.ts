import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { finishedCard } from '../actions/cards.ts';
import { ask, expectSubmissions, press, promptsOf, submissionsOf } from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { NEW_KEY, NO_SHARED_KEY, SERVER_KEY, setKey, startKeyed } from '../world/keys.ts';
import { expectPictures, expectText, idOf, textOf } from '../world/messages.ts';
import type { World } from '../world/world.ts';

const { failures, keyTrouble, askForKey, buttons } = ENGLISH.card;

/** A first request that hangs at the service, and a second one that waits behind it. Returns the second's message, and what frees both. */
const makeOneWait = async (world: World, place: 'server' | 'direct' = 'server') => {
  const { service } = world;
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  const first = await ask(world, 'on its way', { place });
  await service.until(() => held.waiting === 1, { what: 'a submission that hangs' });
  const second = await ask(world, 'waits', { place });
  return { first, second, release: held.release };
};

/** The same account has another key. */
const RENEWED_KEY = 'renewed-server-key-wxyz-9876';
const ONE_AT_ONCE = { ACCOUNT_CONCURRENCY: '1' };

const payers = ({ service }: World) => service.submissions.map(({ account }) => account);

const removeKey = async ({ discord }: World): Promise<string> => {
  const { admin, atelier } = discord.world;
  const { message } = await discord.as(admin.id).slash(atelier.channelId, 'key remove');
  await discord.as(admin.id).click(message?.id ?? '', customId('remove-key'));
  return textOf(await expectText(discord, message?.id ?? '', ENGLISH.key.removed));
};

test('what waits is paid with a new key from the moment it is set, though the old one rests', async () => {
  const world = await startKeyed({ ...NO_SHARED_KEY, ...ONE_AT_ONCE });
  const { discord } = world;
  await setKey(discord, SERVER_KEY);
  const { first, second, release } = await makeOneWait(world);
  const { message } = await setKey(discord, NEW_KEY);
  expect(textOf(message)).toContain(ENGLISH.key.moved(1));
  await expectPictures(discord, second, 4);
  release();
  await expectPictures(discord, first, 4);
  expect(payers(world).sort()).toEqual(['newer', 'server']);
});

test('what waits for the operator is paid with the key that an admin sets, and so is what waits in direct messages', async () => {
  const world = await startKeyed(ONE_AT_ONCE);
  const { discord } = world;
  const { second, release } = await makeOneWait(world);
  const direct = await ask(world, 'mine', { place: 'direct' });
  await setKey(discord, SERVER_KEY);
  await setKey(discord, NEW_KEY, 'direct', discord.world.member.id);
  await expectPictures(discord, second, 4);
  await expectPictures(discord, direct, 4);
  release();
  await expectSubmissions(world, 3);
  expect(payers(world).sort()).toEqual(['newer', 'server', 'test']);
});

test('a key that is removed while Discord is asked about the picture of a request does not pay for it', async () => {
  const world = await startKeyed({ ...NO_SHARED_KEY, ...ONE_AT_ONCE });
  const { discord, service, clock } = world;
  const { atelier, member } = discord.world;
  await setKey(discord, SERVER_KEY);
  const card = await finishedCard(world);
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  await ask(world, 'on its way');
  await service.until(() => held.waiting === 1, { what: 'a submission that hangs' });
  const { modal } = await discord.as(member.id).menu(atelier.channelId, 'Edit this picture', card.id);
  if (!modal) throw new Error('there is no form');
  const edited = idOf(await discord.as(member.id).submitModal(modal, { prompt: 'at night' }));
  const look = discord.faults.hang({ method: 'GET', route: /\/messages\/\d+$/ });
  clock.advance(MINUTE_MS);
  held.release();
  await expect.poll(() => look.waiting).toBe(1);
  await removeKey(world);
  look.release();
  await expectText(discord, edited, failures['key-gone'].title);
  expect(submissionsOf(world, 'at night')).toEqual([]);
});

test("what was accepted on a key that is removed ends unpaid with its prompt, and never falls to the operator's", async () => {
  const world = await startKeyed(ONE_AT_ONCE);
  const { discord } = world;
  await setKey(discord, SERVER_KEY);
  const { first, second, release } = await makeOneWait(world);
  const answer = await removeKey(world);
  expect(answer).toContain(ENGLISH.key.endedUnpaid(1));
  expect(answer).toContain(ENGLISH.key.paidByOperator);
  const text = textOf(await expectText(discord, second, failures['key-gone'].title));
  expect(text).toContain('> waits');
  release();
  await expectPictures(discord, first, 4);
  expect(payers(world)).toEqual(['server']);
});

test("what waits over a restart is paid with the operator's new key", async () => {
  const world = await startKeyed(ONE_AT_ONCE, { isHurried: true });
  const { discord, service } = world;
  const { second } = await makeOneWait(world);
  world.env['IMAGE_API_KEY'] = NEW_KEY;
  await world.restart();
  await expectPictures(discord, second, 4);
  expect(service.submissions.at(-1)?.account).toBe('newer');
  expect(promptsOf(world).filter((prompt) => prompt === 'waits')).toHaveLength(1);
});

test('a key that is declined is named at the deadline, and Check again works with the next while others run on it', async () => {
  const world = await startKeyed();
  const { discord, service, clock } = world;
  await setKey(discord, SERVER_KEY);
  service.setDurations('artgen', { minMs: 2_000, maxMs: 2_000 });
  const id = await ask(world, 'a boat', { options: { timeout: 300 } });
  await ask(world, 'a ship', { options: { timeout: 1_200 } });
  await expectSubmissions(world, 2);
  service.closeAccount('server');
  await expect
    .poll(() => {
      clock.advance(30_000);
      return textOf(discord.message(id));
    })
    .toContain(keyTrouble.refused.title);
  expect(textOf(discord.message(id))).toContain(askForKey.server);
  service.openAccount({ name: 'server', key: RENEWED_KEY, quota: 10 });
  await setKey(discord, RENEWED_KEY);
  await press(discord, discord.world.secondMember.id, id, buttons.checkAgain);
  await expectPictures(discord, id, 4);
  expect(service.submissions).toHaveLength(2);
});

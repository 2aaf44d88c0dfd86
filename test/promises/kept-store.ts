import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import {
  blockPerson,
  changeBlocklist,
  grantToday,
  openPanel,
  openSettings,
  setMonth,
  setNumbers,
} from '../world/admin-panels.ts';
import {
  postFrom,
  ask,
  expectAllClosed,
  expectListed,
  expectPainted,
  interact,
  press,
  typeCommand,
} from '../world/asking.ts';
import { askToDelete, confirm, finishedCard } from '../actions/cards.ts';
import { openAccounts, SERVER_KEY, NEW_KEY, setKey, keyStatus } from '../world/keys.ts';
import { allTextOf, expectAnswer, expectText, idOf } from '../world/messages.ts';
import { pictureOf } from '../world/picture-hosts.ts';
import { erase } from '../world/privacy.ts';
import { make, suggested } from '../world/styles.ts';
import { startWorld, type World } from '../world/world.ts';

/** When the kept stores were written; some of their rows expire an hour later. */
const WRITTEN_AT = Date.UTC(2026, 10, 25, 12);
const ENCRYPTION_KEY = Buffer.alloc(32, 'only for tests').toString('base64');

/** A date that goes on from the hour of the kept stores. The stand-ins' servers and people have the same ids at each start then. */
const startThen = async (prepare: (folder: string) => Promise<void>): Promise<World> => {
  vi.useFakeTimers({ toFake: ['Date'], now: WRITTEN_AT });
  return startWorld({
    env: { ENCRYPTION_KEY, SHARED_KEY_DAILY_TOTAL: '1000' },
    prepare: async ({ folder }) => {
      await prepare(folder);
      vi.useFakeTimers({ toFake: ['Date'], now: WRITTEN_AT, shouldAdvanceTime: true });
    },
  });
};

/** Posts a picture of two cards beside them, and deletes one of the cards while Discord deletes nothing. */
const postCopies = async (world: World): Promise<void> => {
  const { discord } = world;
  const { member } = discord.world;
  const kept = await finishedCard(world);
  const deleted = await finishedCard(world);
  for (const { id, jobId } of [kept, deleted]) {
    const picked = await discord.as(member.id).click(id, customId('pick', jobId, 1));
    await postFrom(world, await expectAnswer(discord, picked));
  }
  const question = await askToDelete(world, member.id, deleted.id);
  discord.faults.answer({ method: 'DELETE', route: /^\/channels/, times: Infinity }, { status: 503 });
  await confirm(world, member.id, question);
};

const fileIn = (folder: string): string => join(folder, 'easel.sqlite');

/** Fills a store with what people, admins and the image service bring about, and leaves two requests open. */
export const writeStore = async (file: string): Promise<void> => {
  const world = await startThen(() => Promise.resolve());
  const { discord, service, folder } = world;
  const { admin, atelier, gallery, member, secondMember } = discord.world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  await setKey(discord, NEW_KEY, 'direct', member.id);
  const settings = await openSettings(discord, 'channels');
  await discord.as(admin.id).select(settings, customId('settings', 'gallery'), [atelier.secondChannelId]);
  await setNumbers(world, { personDaily: '7', serverDaily: '70' });
  await setMonth(world, { personMonthly: '40' });
  await grantToday(world, member.id, '3');
  await changeBlocklist(world, { rules: 'mud*' });
  await blockPerson(world, secondMember.id, { reason: 'spam' });
  await make(world, { name: 'Ink', text: 'in ink', aspectRatio: '16:9' });
  await make(world, { name: 'House', text: 'in our colours' }, 'server');
  const defaults = idOf(await typeCommand(world, 'defaults'));
  await discord.as(member.id).select(defaults, customId('default', 'mode'), ['relaxed']);
  await expectPainted(world, 'a lighthouse');
  await expectPainted(world, 'a harbour', { command: 'gen' });
  await expectPainted(world, 'a quay', { place: 'direct' });
  await expectPainted(world, 'a dune', { personId: secondMember.id, channelId: gallery.channelId });
  const panel = idOf(await typeCommand(world, 'operator', {}, { personId: admin.id, place: 'direct' }));
  await press(discord, admin.id, panel, ENGLISH.operator.pause);
  await press(discord, admin.id, panel, ENGLISH.operator.resume);
  service.faults.order({ kind: 'cut-off', moment: 'after', operation: 'artgen.submit' });
  await expectText(discord, await ask(world, 'a pier'), ENGLISH.card.unknown.title);
  await interact(world, 'a muddy road');
  await erase(discord, admin.id);
  const picture = { filename: 'cat.png', contentType: 'image/png', bytes: pictureOf() };
  const { id } = discord.as(admin.id).send(atelier.channelId, 'look', [picture]);
  await expectAnswer(discord, await discord.as(member.id).menu(atelier.channelId, 'Use in Easel', id));
  await postCopies(world);
  await expectAllClosed(world);
  service.faults.order({ kind: 'rate-limit', retryAfter: 600, operation: 'artgen.submit' });
  await ask(world, 'a bay');
  await expectListed(world, 'a bay');
  await world.stopEasel();
  await copyFile(fileIn(folder), file);
  vi.useRealTimers();
};

/** Starts Easel on a copy of such a store. */
export const openStore = (file: string): Promise<World> =>
  startThen((folder) => copyFile(file, fileIn(folder)));

/** What people and admins find in such a store. */
export const expectKept = async (world: World): Promise<void> => {
  const { discord } = world;
  const { atelier } = discord.world;
  const settings = discord.message(await openSettings(discord, 'channels'));
  expect(JSON.stringify(settings?.components)).toContain(`"id":"${atelier.secondChannelId}"`);
  const limits = allTextOf(await openPanel(world, 'limits'));
  for (const number of ['7', '70', '40', '3']) expect(limits).toMatch(new RegExp(`\\b${number}\\b`));
  const blocklist = JSON.stringify(await openPanel(world, 'blocklist'));
  expect(blocklist).toContain('mud*');
  expect(blocklist).toContain('spam');
  expect((await keyStatus(discord)).content).toContain('server');
  const styles = JSON.stringify(await suggested(world));
  for (const text of ['in ink', 'in our colours']) expect(styles).toContain(text);
  const defaults = await typeCommand(world, 'defaults');
  expect(JSON.stringify(defaults.message?.components)).toContain('relaxed');
  const history = allTextOf((await typeCommand(world, 'history')).message);
  for (const prompt of ['a lighthouse', 'a harbour', 'a pier']) expect(history).toContain(prompt);
};

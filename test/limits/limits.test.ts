import { describe, expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { startWorld, type World } from '../world/world.ts';
import { openPanel, setNumbers, setRole } from '../world/admin-panels.ts';
import {
  ask,
  expectAllClosed,
  expectOpenJobs,
  expectPainted,
  expectSubmissions,
  interact,
  press,
  promptsOf,
  typeCommand,
} from '../world/asking.ts';
import {
  allTextOf,
  expectCard,
  expectPictures,
  expectRefusal,
  expectText,
  textOf,
} from '../world/messages.ts';
import { DAY_MS, MINUTE_MS } from '../world/durations.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { errorText } from '../world/words.ts';

const RESETS = /<t:\d+:R>/;

const addRole = ({ discord }: World, name: string, personId: string): string => {
  const { guild } = discord.world.atelier;
  const role = discord.addRole(guild.id, { name });
  guild.members.get(personId)?.roleIds.push(role.id);
  return role.id;
};

describe('the number of pictures a day', () => {
  test('lets exactly one of ten go when one is left and they come at the same moment', async () => {
    const world = await startWorld();
    await setNumbers(world, { personDaily: '3' });
    await expectPainted(world);
    await expectPainted(world);
    const results = await Promise.all(Array.from({ length: 10 }, () => interact(world)));
    const [accepted, refused] = [
      results.filter(({ message }) => message?.ephemeralTo === null),
      results.filter(({ message }) => message?.ephemeralTo !== null),
    ];
    expect([accepted.length, refused.length]).toEqual([1, 9]);
    for (const { message } of accepted) await expectPictures(world.discord, message?.id ?? '', 4);
    expect(world.service.submissions).toHaveLength(3);
    expect(refused[0]?.message?.content).toMatch(/3 requests a day here\. .*<t:\d+:R>/);
  });

  test('is counted for each person, and over restarts', async () => {
    const world = await startWorld();
    const { secondMember } = world.discord.world;
    await setNumbers(world, { personDaily: '1' });
    await expectPainted(world);
    await world.restart();
    expect(expectRefusal(await interact(world))).toContain('your limit of 1 request a day');
    await expectPainted(world, undefined, { personId: secondMember.id });
  });

  test('of the server is counted for all people together', async () => {
    const world = await startWorld();
    const { secondMember } = world.discord.world;
    await setNumbers(world, { serverDaily: '1' });
    await expectPainted(world);
    expect(expectRefusal(await interact(world, undefined, { personId: secondMember.id }))).toMatch(
      /This server .*1 request a day/,
    );
  });

  test('starts again with the day that the refusal names', async () => {
    const world = await startWorld();
    await setNumbers(world, { personDaily: '1' });
    await expectPainted(world);
    const resets = RESETS.exec(expectRefusal(await interact(world)))?.[0] ?? '';
    const midnight = (Math.floor(world.clock.now() / DAY_MS) + 1) * DAY_MS;
    expect(resets).toBe(`<t:${midnight / 1000}:R>`);
    world.clock.advance(midnight - world.clock.now() - 1_000);
    expect(expectRefusal(await interact(world))).toContain('your limit of 1 request a day');
    world.clock.advance(1_000);
    await expectPainted(world);
  });

  test('is that of the best of a person’s roles', async () => {
    const world = await startWorld();
    const { member, secondMember } = world.discord.world;
    await setNumbers(world, { personDaily: '0' });
    await setRole(world, addRole(world, 'Bronze', member.id), '1');
    await setRole(world, addRole(world, 'Silver', member.id), '2');
    await expectPainted(world);
    await expectPainted(world);
    expect(expectRefusal(await interact(world))).toContain('your limit of 2 requests a day');
    expect(expectRefusal(await interact(world, undefined, { personId: secondMember.id }))).toContain(
      errorText('no-pictures-allowed'),
    );
  });
});

describe('a place is given back', () => {
  test('when the task fails', async () => {
    const world = await startWorld();
    const { discord, service } = world;
    await setNumbers(world, { personDaily: '1' });
    service.planTasks({ failReason: 'no' });
    await expectText(discord, expectCard(await interact(world)), ENGLISH.card.couldNotMake);
    await expectPainted(world);
  });

  test('when the service does not take it', async () => {
    const world = await startWorld();
    const { discord, service } = world;
    await setNumbers(world, { personDaily: '1' });
    service.closeAccount('test');
    await expectText(discord, expectCard(await interact(world)), ENGLISH.card.failures['refused-key'].title);
    expect((await interact(world)).message?.ephemeralTo).toBeNull();
  });

  test('when it is stopped while it waits', async () => {
    const world = await startWorld({ env: { ACCOUNT_CONCURRENCY: '1' } });
    const { discord, service } = world;
    const { member, secondMember } = discord.world;
    await setNumbers(world, { personDaily: '1' });
    const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
    await interact(world, undefined, { personId: secondMember.id });
    await service.until(() => held.waiting === 1, { what: 'a submission that hangs' });
    const id = expectCard(await interact(world));
    expect(expectRefusal(await interact(world))).toContain('your limit of 1 request a day');
    await press(discord, member.id, id, ENGLISH.card.buttons.stop);
    held.release();
    await expectPainted(world);
  });

  test('when it can’t be told whether it was taken, for the person and the server, over a restart', async () => {
    const world = await startWorld();
    const { discord, service } = world;
    await setNumbers(world, { personDaily: '1', serverDaily: '1' });
    service.faults.order({ kind: 'cut-off', operation: 'artgen.submit', moment: 'after' });
    await expectText(discord, expectCard(await interact(world)), ENGLISH.card.unknown.title);
    await expectAllClosed(world);
    await world.restart();
    await expectPainted(world);
    expect(expectRefusal(await interact(world))).toContain('your limit of 1 request a day');
    const usage = await typeCommand(world, 'usage', {}, { personId: discord.world.admin.id });
    const text = textOf(usage.message);
    expect(text).toMatch(/\/imagine +2 +2 +2\n.*unconfirmed +1 +1 +1\n/s);
    expect(text).toContain('1 used');
  });
});

describe('requests at the same time', () => {
  const { waitsBecause, waitsFor } = ENGLISH.card;

  test('above a limit wait for the person’s own, count for the day, and go by themselves and in order, over restarts', async () => {
    const world = await startWorld({ isHurried: true });
    const { discord, service } = world;
    const { secondMember } = discord.world;
    await setNumbers(world, { personAtOnce: '1', personDaily: '3' });
    service.planTasks({ durationMs: MINUTE_MS });
    const first = await ask(world, 'first');
    await expectSubmissions(world, 1);
    const second = await ask(world, 'second');
    const third = await ask(world, 'third');
    await expectText(discord, second, waitsFor.person(1));
    await expectText(discord, third, waitsFor.person(2));
    expect(expectRefusal(await interact(world))).toContain('your limit of 3 requests a day');
    const { message } = await typeCommand(world, 'history');
    expect(allTextOf(message)).toContain(ENGLISH.card.waitsFor.person(2));
    await world.restart();
    await expectText(discord, third, waitsFor.person(2));
    await expectPainted(world, 'of another', { personId: secondMember.id });
    service.planTasks({ durationMs: MINUTE_MS }, 2);
    world.clock.advance(MINUTE_MS);
    await expectPictures(discord, first, 4);
    await expectText(discord, third, waitsFor.person(1));
    world.clock.advance(MINUTE_MS);
    await expectPictures(discord, second, 4);
    await expectSubmissions(world, 4);
    world.clock.advance(MINUTE_MS);
    await expectPictures(discord, third, 4);
    expect(promptsOf(world)).toEqual(['first', 'of another', 'second', 'third']);
  });

  test('that waited for the person’s own for over an hour still go after a restart', async () => {
    const world = await startWorld({ isHurried: true });
    const { discord, service, clock } = world;
    await setNumbers(world, { personAtOnce: '1' });
    const durationMs = 25 * MINUTE_MS;
    service.planTasks({ durationMs }, 4);
    const cards: string[] = [];
    for (const prompt of ['first', 'second', 'third', 'fourth'])
      cards.push(await ask(world, prompt, { command: 'gen' }));
    const [first = '', second = '', third = '', fourth = ''] = cards;
    for (const [index, card] of [first, second].entries()) {
      await expectSubmissions(world, index + 1);
      clock.advance(durationMs);
      await expectPictures(discord, card, 1);
    }
    await expectSubmissions(world, 3);
    clock.advance(20 * MINUTE_MS);
    await world.restart();
    await expectText(discord, fourth, waitsFor.person(1));
    clock.advance(5 * MINUTE_MS);
    await expectPictures(discord, third, 1);
    await expectSubmissions(world, 4);
    clock.advance(durationMs);
    await expectPictures(discord, fourth, 1);
  });

  test('that came in one go all go, though their turn comes after more than an hour', async () => {
    const world = await startWorld({ isHurried: true });
    const { discord, service, clock } = world;
    await setNumbers(world, { personAtOnce: '1' });
    const durationMs = 25 * MINUTE_MS;
    service.faults.order({ kind: 'rate-limit', retryAfter: 60, operation: 'gen.submit' });
    const other = { command: 'gen', personId: discord.world.secondMember.id } as const;
    const before = await ask(world, 'before them', other);
    await expectText(discord, before, waitsBecause.busy);
    service.planTasks({ durationMs }, 5);
    const cards: string[] = [];
    for (const prompt of ['first', 'second', 'third', 'fourth'])
      cards.push(await ask(world, prompt, { command: 'gen' }));
    await expectText(discord, cards[3] ?? '', waitsFor.person(3));
    clock.advance(MINUTE_MS);
    for (const [index, card] of cards.entries()) {
      await expect.poll(() => service.tasks.length).toBe(index + 2);
      clock.advance(durationMs);
      await expectPictures(discord, card, 1);
    }
  });

  test('that waited while Easel was away for hours all end unpaid', async () => {
    const world = await startWorld({ isHurried: true, env: { ACCOUNT_CONCURRENCY: '1' } });
    const { discord, service, clock } = world;
    await setNumbers(world, { personAtOnce: '1' });
    const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
    await ask(world, 'in front', { personId: discord.world.secondMember.id });
    await expect.poll(() => held.waiting).toBe(1);
    for (const prompt of ['first', 'second', 'third']) await ask(world, prompt);
    await world.stopEasel();
    held.remove();
    clock.advance(10 * 60 * MINUTE_MS);
    await world.startEasel();
    await expectOpenJobs(world, 0);
    expect(promptsOf(world)).toEqual(['in front']);
  });

  test('above the server’s limit wait for the others there, and one that waits can be stopped', async () => {
    const world = await startWorld({ isHurried: true });
    const { discord, service, clock } = world;
    const { secondMember, admin } = discord.world;
    await setNumbers(world, { serverAtOnce: '2' });
    service.planTasks({ durationMs: MINUTE_MS }, 2);
    await ask(world, 'one');
    await ask(world, 'two', { personId: secondMember.id });
    await expectSubmissions(world, 2);
    const stopped = await ask(world, 'three', { personId: admin.id });
    const last = await ask(world, 'four', { personId: admin.id });
    await expectText(discord, last, waitsFor.server(2));
    await press(discord, admin.id, stopped, ENGLISH.card.buttons.stop);
    await expectText(discord, last, waitsFor.server(1));
    clock.advance(MINUTE_MS);
    await expectPictures(discord, last, 4);
    expect(promptsOf(world)).toEqual(['one', 'two', 'four']);
  });

  test('are as many as there may be when many come at the same moment', async () => {
    const world = await startWorld({ isHurried: true });
    await setNumbers(world, { personAtOnce: '2' });
    world.service.planTasks({ durationMs: MINUTE_MS }, 8);
    await Promise.all(Array.from({ length: 8 }, (_, index) => ask(world, `number ${index}`)));
    for (const submitted of [2, 4, 6, 8]) {
      await expectSubmissions(world, submitted);
      await expectOpenJobs(world, 10 - submitted);
      expect(promptsOf(world)).toHaveLength(submitted);
      world.clock.advance(MINUTE_MS);
    }
    await expectOpenJobs(world, 0);
  });

  test('are none where the limit is 0', async () => {
    const world = await startWorld();
    await setNumbers(world, { personAtOnce: '0' });
    expect(expectRefusal(await interact(world))).toContain(errorText('no-pictures-allowed'));
  });
});

test('what waited for an hour while Easel was away ends unpaid', async () => {
  const world = await startWorld({ isHurried: true, env: { ACCOUNT_CONCURRENCY: '1' } });
  const { discord, service, clock } = world;
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  await ask(world, 'in front');
  await expect.poll(() => held.waiting).toBe(1);
  const old = await ask(world, 'too old');
  await world.stopEasel();
  held.release();
  clock.advance(61 * MINUTE_MS);
  await world.startEasel();
  await expectText(discord, old, ENGLISH.card.failures.unreachable.title);
  expect(promptsOf(world)).not.toContain('too old');
});

test('an exempt role has no limits, until it is taken off the list', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member, admin } = discord.world;
  await setNumbers(world, { personDaily: '0' });
  const roleId = addRole(world, 'Patron', member.id);
  const panel = await openPanel(world, 'limits');
  await discord.as(admin.id).select(panel.id, customId('limits-exempt'), [roleId]);
  expect(textOf(discord.message(panel.id))).toContain(`<@&${roleId}>`);
  await expectPainted(world);
  await discord.as(admin.id).select(panel.id, customId('limits-exempt'), []);
  expect(expectRefusal(await interact(world))).toContain(errorText('no-pictures-allowed'));
});

test('the operator’s key gives a server as many requests a day as SHARED_KEY_DAILY_LIMIT says', async () => {
  const world = await startWorld({ env: { SHARED_KEY_DAILY_LIMIT: '2' } });
  const { discord } = world;
  const { member, secondMember, gallery } = discord.world;
  await expectPainted(world);
  await expectPainted(world, undefined, { personId: secondMember.id });
  await world.restart();
  expect(expectRefusal(await interact(world))).toMatch(/limit for today is used up.*<t:\d+:R>/);
  const elsewhere = await discord.as(member.id).slash(gallery.channelId, 'imagine', { prompt: 'a fox' });
  await expectPictures(discord, expectCard(elsewhere), 4);
});

test('a server’s day begins by its time zone', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  const { atelier, admin } = discord.world;
  const person = discord.as(admin.id);
  const { message: settings } = await person.slash(atelier.channelId, 'settings');
  await person.click(settings?.id ?? '', customId('settings-page', 'people'));
  const { modal } = await person.click(settings?.id ?? '', customId('settings-form', 'time-zone'));
  if (!modal) throw new Error('no form');
  await person.submitModal(modal, { 'time-zone': 'Asia/Kolkata' });
  await setNumbers(world, { personDaily: '1' });
  await expectPainted(world);
  const refusal = expectRefusal(await interact(world));
  const resetsAt = Number(/<t:(\d+):R>/.exec(refusal)?.[1]) * 1000;
  const FIVE_AND_A_HALF_HOURS_MS = 19_800_000;
  expect((resetsAt + FIVE_AND_A_HALF_HOURS_MS) % DAY_MS).toBe(0);
  clock.advance(resetsAt - clock.now());
  await expectPainted(world);
});

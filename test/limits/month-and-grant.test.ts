import { expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import { grantToday, setMonth, setNumbers } from '../world/admin-panels.ts';
import { expectOpenJobs, expectPainted, expectSubmissions, interact, typeCommand } from '../world/asking.ts';
import { DAY_MS } from '../world/durations.ts';
import { allTextOf, expectCard, expectRefusal, expectText, textOf } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';

const { allowance } = ENGLISH.usage;

/** The first moment of the month after the present one, in UTC. */
const nextMonth = ({ clock }: World): number => {
  const now = new Date(clock.now());
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
};

const ownUsage = async (world: World): Promise<string> => textOf((await typeCommand(world, 'usage')).message);

test('a month’s limit counts all its days, over restarts, and starts again with the month', async () => {
  const world = await startWorld();
  world.clock.advance(nextMonth(world) - world.clock.now() + 12 * 3_600_000);
  await setMonth(world, { personMonthly: '3' });
  await expectPainted(world);
  world.clock.advance(DAY_MS);
  await expectPainted(world);
  await world.restart();
  expect(await ownUsage(world)).toContain(allowance.title('month'));
  expect(await ownUsage(world)).toContain(allowance.left(allowance.whose.person, 1, 3, 2));
  const card = world.discord.message(await expectPainted(world));
  expect(allTextOf(card)).toContain(ENGLISH.card.left(0, 'month'));
  const refusal = expectRefusal(await interact(world));
  expect(refusal).toMatch(/3 requests a month here/);
  expect(refusal).toContain(`<t:${nextMonth(world) / 1000}:R>`);
  world.clock.advance(nextMonth(world) - world.clock.now());
  await expectPainted(world);
});

test('what failed or was never confirmed is given back to the month, and two at once do not share its last place', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  await setMonth(world, { personMonthly: '1' });
  service.planTasks({ failReason: 'no' });
  await expectText(discord, expectCard(await interact(world)), 'no');
  await expectOpenJobs(world, 0);
  service.faults.order({ kind: 'cut-off', operation: 'artgen.submit', moment: 'after' });
  await expectText(discord, expectCard(await interact(world)), ENGLISH.card.unknown.title);
  await expectOpenJobs(world, 0);
  const both = await Promise.all([interact(world), interact(world)]);
  expect(both.filter(({ message }) => (message?.ephemeralTo ?? null) === null)).toHaveLength(1);
  await expectSubmissions(world, 3);
  await expectOpenJobs(world, 0);
  await world.restart();
  expectRefusal(await interact(world));
});

test('the server’s month is that of all people together', async () => {
  const world = await startWorld();
  const shown = await setMonth(world, { serverMonthly: '1' });
  expect(shown).toContain('Whole server: **1**');
  // The numbers of the other form stay as they are.
  await setNumbers(world, { personDaily: '5' });
  await expectPainted(world);
  const { secondMember } = world.discord.world;
  expect(expectRefusal(await interact(world, undefined, { personId: secondMember.id }))).toMatch(
    /This server .*1 request a month/,
  );
});

test('a prompt with choices names the month where that has fewer left', async () => {
  const world = await startWorld();
  await setMonth(world, { personMonthly: '2' });
  await setNumbers(world, { personDaily: '50' });
  const { message } = await interact(world, '{red, blue, green} fox');
  expect(allTextOf(message)).toContain(ENGLISH.several.title(3, 2, 'month'));
});

test('what an admin adds for today lifts one person’s limit until the day ends', async () => {
  const world = await startWorld();
  const { member, secondMember, admin } = world.discord.world;
  await setNumbers(world, { personDaily: '0' });
  expect(await grantToday(world, member.id, '2')).toContain(`<@${member.id}> +2`);
  expect(
    world.log.find((line) => line.includes(ENGLISH.log.changes.granted(`<@${member.id}>`, 2))),
  ).toContain(admin.id);
  await expectPainted(world);
  await world.restart();
  expect(await ownUsage(world)).toContain(
    `${allowance.left(allowance.whose.person, 1, 2, 1)} ${allowance.granted(2)}`,
  );
  await expectPainted(world);
  expect(expectRefusal(await interact(world))).toContain('your limit of 2 requests a day');
  expectRefusal(await interact(world, undefined, { personId: secondMember.id }));
  world.clock.advance(DAY_MS);
  expectRefusal(await interact(world));
});

test('what is added for today does not pass the month’s limit, and can be taken back', async () => {
  const world = await startWorld();
  const { member } = world.discord.world;
  await setNumbers(world, { personDaily: '1' });
  await setMonth(world, { personMonthly: '2' });
  await grantToday(world, member.id, '5');
  await expectPainted(world);
  await expectPainted(world);
  expect(expectRefusal(await interact(world))).toContain('2 requests a month');
  expect(await grantToday(world, member.id, '')).not.toContain(`<@${member.id}>`);
});

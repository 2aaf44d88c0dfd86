import { ENGLISH } from '../../src/messages/language.ts';
import { expect, test } from 'vitest';
import {
  ask,
  bodiesOf,
  expectOpenJobs,
  interact,
  openDetails,
  press,
  submissionsOf,
} from '../world/asking.ts';
import { expectPictures, expectText, labelsOf, textOf } from '../world/messages.ts';
import { type World, startWorld } from '../world/world.ts';
import { errorText } from '../world/words.ts';

const WAYS_OUT = ['Try again', 'Edit prompt', '🗑️'];
const OTHER_WORDS_FIRST = ['Edit prompt', 'Try again', '🗑️'];

const { card } = ENGLISH;
const FAILED = card.couldNotMake;

const declined = async (world: World, failReason: string): Promise<string> => {
  world.service.planTasks({ failReason });
  const id = await ask(world, 'a *declined* fox');
  await expectText(world.discord, id, FAILED);
  await expectOpenJobs(world, 0);
  return id;
};

const endings: [name: string, says: string, ways: string[], prepare: (world: World) => void][] = [
  [
    'failed for a reason',
    FAILED,
    OTHER_WORDS_FIRST,
    ({ service }) => service.planTasks({ failReason: 'No foxes today.' }),
  ],
  [
    'had its key refused',
    card.failures['refused-key'].title,
    WAYS_OUT,
    ({ service }) => service.closeAccount('test'),
  ],
  [
    'may have been taken',
    card.unknown.title,
    WAYS_OUT,
    ({ service }) => service.faults.order({ kind: 'cut-off', moment: 'before', operation: 'artgen.submit' }),
  ],
];

test.each(endings)('the card of a job that %s offers what helps', async (_name, says, ways, prepare) => {
  const world = await startWorld();
  const { discord } = world;
  prepare(world);
  const id = await ask(world, 'a fox');
  expect(labelsOf(await expectText(discord, id, says))).toEqual([ways]);
});

test('a failed job is tried again once a click, by its owner alone, and its prompt is edited by anybody', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member, secondMember } = discord.world;
  const id = await declined(world, 'No foxes today.');
  await world.restart();
  const stranger = await press(discord, secondMember.id, id, 'Try again');
  expect(textOf(stranger.message)).toContain(errorText('not-yours'));
  const clicks = await Promise.all([1, 2].map(() => press(discord, member.id, id, 'Try again')));
  const shown = clicks.flatMap(({ message }) => message ?? []);
  await expectPictures(discord, shown.find((message) => message.embeds.length > 0)?.id ?? '', 4);
  expect(submissionsOf(world, 'a *declined* fox')).toHaveLength(2);
  const { modal } = await press(discord, secondMember.id, id, 'Edit prompt');
  const edited = await discord.as(secondMember.id).submitModal(modal!, { prompt: 'a cat' });
  await expectPictures(discord, edited.message?.id ?? '', 4);
  expect(service.tasks).toHaveLength(3);
});

test('the reason and the prompt stand apart', async () => {
  const world = await startWorld();
  const id = await declined(world, 'No foxes today.');
  expect(textOf(world.discord.message(id))).toBe(
    `**${FAILED}**\n> No foxes today\\.\n\n${card.prompt}\n> a \\*declined\\* fox\n-# by <@${world.discord.world.member.id}>`,
  );
});

test('a short reason stands in Details', async () => {
  const world = await startWorld();
  const id = await declined(world, 'No foxes today.');
  const { message } = await openDetails(world, id);
  expect(textOf(message)).toContain('> No foxes today\\.');
});

test.each([
  [{ kind: 'status', status: 503 } as const, card.lostAnswers.error(503), 'HTTP 503'],
  [{ kind: 'malformed-json' } as const, card.lostAnswers.unreadable(200), 'HTTP 200'],
  [{ kind: 'cut-off', moment: 'after' } as const, card.lostAnswers.none, 'none'],
])('an unconfirmed card says what really happened: %j', async (fault, says, answer) => {
  const world = await startWorld();
  const { discord, service } = world;
  service.faults.order({ ...fault, operation: 'artgen.submit' });
  const id = await ask(world, 'in doubt');
  const card = textOf(await expectText(discord, id, ENGLISH.card.unknown.title));
  expect(card).toContain(says);
  expect(card).not.toContain('connection broke');
  await expectOpenJobs(world, 0);
  await world.restart();
  const { message } = await openDetails(world, id);
  expect(textOf(message)).toContain(`**Answer** ${answer}`);
});

test('a task that took too long is tried again with the longest time, once', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member } = discord.world;
  service.planTasks({ failReason: 'The task took longer than 300 s.' });
  const { message } = await interact(world, 'a fox');
  const card = await expectText(discord, message?.id ?? '', 'took longer');
  expect(textOf(card)).not.toContain(ENGLISH.card.declined);
  const label = ENGLISH.card.buttons.tryAgain;
  const [again] = await Promise.all([
    press(discord, member.id, card.id, label),
    press(discord, member.id, card.id, label),
  ]);
  await expectPictures(discord, again.message?.id ?? '', 4);
  expect(bodiesOf(world)).toEqual([{ prompt: 'a fox' }, { prompt: 'a fox', timeout: 1_200 }]);
});

import { expect, test } from 'vitest';
import { type ProgramWorld, startRunningProgram } from '../world/program-world.ts';
import { ask, expectListed, pollsOf, press, submissionsOf } from '../world/asking.ts';
import { expectPictures, allTextOf, expectText } from '../world/messages.ts';
import { errorText } from '../world/words.ts';
import { ENGLISH } from '../../src/messages/language.ts';

const NOBODY_KNOWS = ENGLISH.card.unknown.title;

// A process takes its time to start, and several a test.
const timesSubmitted = (world: ProgramWorld, prompt: string): number => submissionsOf(world, prompt).length;

test('a task that runs when Easel is killed is delivered after the next start', async () => {
  const scene = await startRunningProgram();
  const { discord, service } = scene;
  service.planTasks({ durationMs: 1_500 });
  const id = await ask(scene, 'killed while it runs');
  await service.until(() => pollsOf(scene).length > 0, { what: 'a poll' });
  await scene.crash();
  await expectPictures(discord, id, 4);
  expect(timesSubmitted(scene, 'killed while it runs')).toBe(1);
});

test('a job that waits when Easel is killed is submitted once after the next start', async () => {
  const scene = await startRunningProgram({ env: { ACCOUNT_CONCURRENCY: '1' } });
  const { discord, service } = scene;
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  const first = await ask(scene, 'the one on its way');
  await service.until(() => held.waiting === 1, { what: 'a submission that hangs' });
  const second = await ask(scene, 'the one that waits');
  await expectListed(scene, 'the one that waits');
  expect(timesSubmitted(scene, 'the one that waits')).toBe(0);
  await scene.crash();
  held.release();
  await expectPictures(discord, second, 4);
  await expectText(discord, first, NOBODY_KNOWS);
  expect(timesSubmitted(scene, 'the one that waits')).toBe(1);
  expect(timesSubmitted(scene, 'the one on its way')).toBe(1);
});

test('a card that stood but was never confirmed to Easel says that its request was lost, and nothing was paid', async () => {
  const scene = await startRunningProgram();
  const { discord } = scene;
  const { atelier, member } = discord.world;
  discord.faults.cutOff({ method: 'POST', route: /\/callback/, times: Infinity });
  discord.faults.hang({ method: 'PATCH', route: /(@|%40)original/, times: Infinity });
  const asked = discord.as(member.id).slash(atelier.channelId, 'imagine', { prompt: 'never confirmed' });
  const { message } = await asked;
  await discord.until(() => discord.requests.some(({ path }) => path.includes('/callback')), {
    what: 'an answer',
  });
  expect(timesSubmitted(scene, 'never confirmed')).toBe(0);
  discord.faults.clear();
  await scene.crash();
  const pressed = await press(discord, member.id, message?.id ?? '', ENGLISH.card.buttons.stop);
  expect(allTextOf(pressed.message)).toContain(errorText('job-lost'));
  expect(timesSubmitted(scene, 'never confirmed')).toBe(0);
});

test('a final card that Discord did not take before Easel was killed is delivered after the next start', async () => {
  const scene = await startRunningProgram();
  const { discord, service } = scene;
  const id = await ask(scene, 'done but not shown');
  discord.faults.answer({ method: 'PATCH', times: Infinity }, { status: 503 });
  await discord.until(
    () => discord.requests.filter(({ method, status }) => method === 'PATCH' && status === 503).length >= 2,
    {
      what: 'final edits that fail',
    },
  );
  const polls = service.calls.length;
  await scene.crash();
  discord.faults.clear();
  await expectPictures(discord, id, 4);
  expect(service.calls).toHaveLength(polls);
});

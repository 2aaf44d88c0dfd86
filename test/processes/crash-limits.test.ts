import { expect, test } from 'vitest';
import { startRunningProgram } from '../world/program-world.ts';
import { openPanel, setNumbers } from '../world/admin-panels.ts';
import { expectCard, expectPictures, expectRefusal, expectText, textOf } from '../world/messages.ts';
import { expectListed, interact } from '../world/asking.ts';
import { errorText } from '../world/words.ts';
import { ENGLISH } from '../../src/messages/language.ts';

/** A machine with much else to do starts a process slowly. */

const NEVER = { minMs: 1e9, maxMs: 1e9 };

test('limits hold from the moment the panel shows them', async () => {
  const scene = await startRunningProgram();
  await setNumbers(scene, { personDaily: '0' });
  await scene.crash();
  expect(textOf(await openPanel(scene, 'limits'))).toContain('Each person: **0**');
  expect(expectRefusal(await interact(scene))).toContain(errorText('no-pictures-allowed'));
});

test('a job that waits keeps its place, and one that is killed on its way, and so never confirmed, gives it back', async () => {
  const scene = await startRunningProgram({ env: { ACCOUNT_CONCURRENCY: '1' } });
  const { discord, service } = scene;
  await setNumbers(scene, { personDaily: '2' });
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  const onItsWay = expectCard(await interact(scene, 'on its way'));
  await service.until(() => held.waiting === 1, { what: 'a submission that hangs' });
  const waiting = expectCard(await interact(scene, 'the one that waits'));
  await expectListed(scene, 'the one that waits');
  expect(expectRefusal(await interact(scene))).toContain('limit of 2 requests a day');
  await scene.crash();
  held.release();
  await expectPictures(discord, waiting, 4);
  await expectText(discord, onItsWay, ENGLISH.card.unknown.title);
  expect(textOf(await openPanel(scene, 'limits'))).toContain('Used today: **1** · in progress: **0**');
});

test('a job that runs when Easel is killed again and again is counted once, and given back when it fails', async () => {
  const scene = await startRunningProgram({ service: { durations: { artgen: NEVER, gen: NEVER } } });
  const { discord, service, clock } = scene;
  await setNumbers(scene, { personDaily: '2' });
  service.planTasks({ durationMs: 300_000, failReason: 'no' });
  const failing = expectCard(await interact(scene));
  await service.until(() => service.calls.some(({ operation }) => operation === 'artgen.job-status'), {
    what: 'a poll',
  });
  await scene.crash();
  await scene.crash();
  expect(textOf(await openPanel(scene, 'limits'))).toContain('Used today: **1** · in progress: **1**');
  clock.advance(300_000);
  await expectText(discord, failing, ENGLISH.card.couldNotMake);
  await scene.crash();
  expect(textOf(await openPanel(scene, 'limits'))).toContain('Used today: **0** · in progress: **0**');
});

test('what ended but was not delivered when Easel was killed is counted once', async () => {
  const scene = await startRunningProgram();
  const { discord } = scene;
  await setNumbers(scene, { personDaily: '9' });
  discord.faults.answer({ method: 'PATCH', times: Infinity }, { status: 503 });
  const id = expectCard(await interact(scene));
  await discord.until(
    () => discord.requests.some(({ method, status }) => method === 'PATCH' && status === 503),
    {
      what: 'a final edit that fails',
    },
  );
  await scene.crash();
  discord.faults.clear();
  await expectPictures(discord, id, 4);
  await scene.crash();
  expect(textOf(await openPanel(scene, 'limits'))).toContain('Used today: **1** · in progress: **0**');
});

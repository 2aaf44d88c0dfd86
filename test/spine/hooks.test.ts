import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startWorld } from '../world/world.ts';
import { ask, expectOpenJobs, expectPainted, pollsOf, submissionsOf } from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';
import { freePort, listen } from '../world/ports.ts';
import { MINUTE_MS } from '../world/durations.ts';

const startHookedWorld = async (pollIntervalMs = MINUTE_MS) => {
  // The configuration needs the address before Easel listens on it.
  const port = String(await freePort());
  const publicUrl = `http://127.0.0.1:${port}`;
  // Where polls by themselves are a minute apart, the hook has brought what comes sooner.
  const world = await startWorld({
    env: {
      HTTP_PORT: port,
      PUBLIC_URL: publicUrl,
      POLL_INTERVAL_MS: String(pollIntervalMs),
      ALLOW_PRIVATE_ADDRESSES: 'true',
    },
  });
  return { world, publicUrl };
};

const hookOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'hookUrl' in body ? String(body.hookUrl) : undefined;

test.each(['imagine', 'gen'] as const)(
  'the service calls Easel, which asks about that %s task at once',
  async (command) => {
    const { world, publicUrl } = await startHookedWorld();
    const { discord } = world;
    const id = await ask(world, 'announced', { command });
    await expectPictures(discord, id, command === 'imagine' ? 4 : 1);
    const [submission] = submissionsOf(world, 'announced');
    expect(hookOf(submission?.body)).toMatch(new RegExp(`^${publicUrl}/hooks/[\\w-]{20,}$`));
    expect(pollsOf(world)).toHaveLength(1);
  },
);

test('a hook also works for a job that was taken up after a restart', async () => {
  const { world } = await startHookedWorld();
  const { discord, service, clock } = world;
  service.planTasks({ durationMs: 30 * MINUTE_MS });
  const id = await ask(world, 'announced later', { command: 'gen' });
  await service.until(() => service.tasks.length === 1, { what: 'a task', timeoutMs: 20_000 });
  await world.restart();
  clock.advance(30 * MINUTE_MS);
  await expectPictures(discord, id, 1);
});

test('a hook that is called while an older answer is under way is followed by another question at once', async () => {
  const { world } = await startHookedWorld(1_000);
  const { service, clock } = world;
  service.planTasks({ durationMs: 10 * MINUTE_MS });
  await ask(world, 'done meanwhile', { command: 'gen' });
  await service.until(() => service.tasks.length === 1, { what: 'a task', timeoutMs: 20_000 });
  const late = service.faults.order({ kind: 'hang', moment: 'after', operation: 'gen.job-status' });
  clock.advance(10 * MINUTE_MS - 5_000);
  await service.until(() => late.struck > 0, { what: 'a poll that is answered late', timeoutMs: 20_000 });
  const called = once(service.events, 'hook-called');
  clock.advance(5_000);
  await called;
  const before = pollsOf(world).length;
  late.remove();
  // By itself it would come 12 s after the other at the soonest.
  await service.until(() => pollsOf(world).length > before, { what: 'the next poll', timeoutMs: 5_000 });
});

test('a hook of the person wins, and nothing of Easel is called', async () => {
  const { world } = await startHookedWorld();
  const { discord, service, clock } = world;
  const called: string[] = [];
  const own = createServer((request, response) => {
    called.push(request.url ?? '');
    response.end();
  });
  onTestFinished(() => void own.close());
  const hookUrl = `http://127.0.0.1:${await listen(own)}/mine`;
  const id = await ask(world, 'my own hook', { options: { hook_url: hookUrl } });
  await service.until(() => called.length === 1, { what: 'the call', timeoutMs: 20_000 });
  expect(called).toEqual(['/mine']);
  expect(submissionsOf(world, 'my own hook')[0]?.body).toEqual({ prompt: 'my own hook', hookUrl });
  expect(pollsOf(world)).toEqual([]);
  clock.advance(61_000);
  await expectPictures(discord, id, 4);
});

test('what arrives at a hook is not believed: a task that goes on is only asked about', async () => {
  const { world } = await startHookedWorld();
  const { discord, service, clock } = world;
  service.planTasks({ durationMs: 5 * MINUTE_MS });
  const id = await ask(world, 'not yet');
  await service.until(() => service.tasks.length === 1, { what: 'a task', timeoutMs: 20_000 });
  const hookUrl = hookOf(submissionsOf(world, 'not yet')[0]?.body) ?? '';
  const { status, taskId } = { status: 1, taskId: service.tasks[0]?.taskId };
  const lie = {
    method: 'POST',
    body: JSON.stringify({ status, taskId, images: ['http://example.com/lie.png'] }),
  };
  await expect.poll(async () => (await fetch(hookUrl, lie)).status).toBe(204);
  await service.until(() => pollsOf(world).length === 1, { what: 'a poll', timeoutMs: 20_000 });
  clock.advance(6 * MINUTE_MS);
  const card = await expectPictures(discord, id, 4);
  expect(JSON.stringify(card)).not.toContain('lie.png');
});

test('an unknown hook is answered with 404, as is one whose task has ended', async () => {
  const { world, publicUrl } = await startHookedWorld();
  const unknown = await fetch(`${publicUrl}/hooks/${'x'.repeat(32)}`, { method: 'POST' });
  expect(unknown.status).toBe(404);
  await expectPainted(world, 'over');
  await expectOpenJobs(world, 0);
  const ended = await fetch(hookOf(submissionsOf(world, 'over')[0]?.body) ?? '', { method: 'POST' });
  expect(ended.status).toBe(404);
});

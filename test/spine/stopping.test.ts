import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { EaselProcess, Exit } from '../world/easel-program.ts';
import { startProgramWorld, type ProgramWorld } from '../world/program-world.ts';
import { interact, submissionsOf } from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';

// A process takes its time to start, and several a test.
const expectEnd = (exit: Exit): void => {
  expect(exit).toMatchObject({ code: 0, signal: null });
  expect(exit.afterMs).toBeLessThan(10_000);
};

/** SQLite removes its journal when the last connection to a file is closed properly. */
const closedItsStore = ({ folder }: ProgramWorld): boolean => !existsSync(join(folder, 'easel.sqlite-wal'));

const lateSteps = (easel: EaselProcess): string[] =>
  [...easel.output().matchAll(/"step":"([^"]+)"/g)].map(([, step = '']) => step);

describe('a signal ends the process in time, and its store is closed', () => {
  test('while Discord answers 503 to an answer that is due; the next start finds out whether it stands there', async () => {
    const world = await startProgramWorld();
    const { discord } = world;
    const easel = await world.start();
    discord.faults.cutOff({ method: 'POST', route: /\/callback/ });
    discord.faults.answer({ route: /./, times: Infinity }, { status: 503 });
    const { message } = await interact(world, 'taken, and not confirmed');
    await expect.poll(() => easel.output(), { timeout: 15_000 }).toContain('"look for an answer"');
    expectEnd(await easel.end('SIGTERM'));
    expect(closedItsStore(world)).toBe(true);
    expect(lateSteps(easel)).toEqual([]);
    discord.faults.clear();
    await world.start();
    await expectPictures(discord, message?.id ?? '', 4);
    expect(submissionsOf(world, 'taken, and not confirmed')).toHaveLength(1);
  });

  test('while Discord takes every request and answers none', async () => {
    const world = await startProgramWorld();
    const { discord } = world;
    const easel = await world.start();
    const held = discord.faults.hang({ times: Infinity });
    void interact(world, 'never answered');
    await expect.poll(() => held.waiting, { timeout: 15_000 }).toBeGreaterThan(0);
    expectEnd(await easel.end('SIGTERM'));
    expect(closedItsStore(world)).toBe(true);
  });

  test('while the image service takes every request and answers none', async () => {
    const world = await startProgramWorld();
    const { service } = world;
    const easel = await world.start();
    const held = service.faults.order({ kind: 'hang', moment: 'before', times: Infinity });
    await interact(world, 'never taken');
    await expect.poll(() => held.waiting, { timeout: 15_000 }).toBeGreaterThan(0);
    expectEnd(await easel.end('SIGTERM'));
    expect(closedItsStore(world)).toBe(true);
  });

  test('and again, when further signals come while it stops', async () => {
    const world = await startProgramWorld();
    const { service } = world;
    const easel = await world.start();
    service.faults.order({ kind: 'slow', milliseconds: 2_000, moment: 'after', operation: 'artgen.submit' });
    const { message } = await interact(world, 'in flight');
    await service.until(() => service.tasks.length === 1, { what: 'a task', timeoutMs: 15_000 });
    const exit = easel.end('SIGTERM');
    await expect.poll(() => world.discord.gateway.sessions, { timeout: 20_000 }).toEqual([]);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGINT'] as const) void easel.end(signal);
    expectEnd(await exit);
    expect(closedItsStore(world)).toBe(true);
    await world.start();
    await expectPictures(world.discord, message?.id ?? '', 4);
    expect(submissionsOf(world, 'in flight')).toHaveLength(1);
  });
});

test('a signal ends the process in time while the store hangs, and the log names what was late', async () => {
  const world = await startProgramWorld();
  const easel = await world.start();
  const other = new KeyvSqlite({ uri: `sqlite://${join(world.folder, 'easel.sqlite')}`, table: 'other' });
  onTestFinished(() => other.close());
  await other.query('SELECT 1');
  await other.query('BEGIN IMMEDIATE');
  for (const prompt of ['one', 'two', 'three']) void interact(world, prompt);
  await expect.poll(() => easel.output(), { timeout: 15_000 }).toContain('failed');
  expectEnd(await easel.end('SIGTERM'));
});

/** The process takes its name once it hears signals; Node's own handlers, which are there before, end it at once. */
const hearsSignals = async ({ pid }: EaselProcess): Promise<boolean> =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8')).startsWith('easel');

describe('a signal during the start ends it with 0', () => {
  const onLinux = test.skipIf(process.platform !== 'linux');
  onLinux.each([0, 50, 150, 300, 600, 1_000])('%i ms after signals are heard', async (afterMs) => {
    const world = await startProgramWorld();
    world.discord.faults.answer({ route: '/gateway/bot', times: Infinity }, { status: 503 });
    const easel = world.launch();
    await expect.poll(() => hearsSignals(easel), { timeout: 20_000, interval: 1 }).toBe(true);
    // Nothing but time tells a stage of the loading from another.
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    expectEnd(await easel.end('SIGTERM'));
    expect(easel.errors()).toBe('');
  });

  test('while Discord takes the login and never answers it', async () => {
    const world = await startProgramWorld();
    const held = world.discord.faults.hang({ route: '/gateway/bot', times: Infinity });
    const easel = world.launch();
    await expect.poll(() => held.waiting, { timeout: 20_000 }).toBe(1);
    expectEnd(await easel.end('SIGTERM'));
    expect(closedItsStore(world)).toBe(true);
  });

  test('while the gateway takes the connection and says nothing', async () => {
    const world = await startProgramWorld();
    world.discord.gateway.hold();
    const easel = world.launch();
    await world.discord.until(() => world.discord.requests.some(({ route }) => route === '/gateway/bot'), {
      what: 'a login',
      timeoutMs: 20_000,
    });
    expectEnd(await easel.end('SIGINT'));
    expect(closedItsStore(world)).toBe(true);
  });

  test('while Discord takes the commands and never answers', async () => {
    const world = await startProgramWorld();
    const held = world.discord.faults.hang({ method: 'PUT', times: Infinity });
    const easel = world.launch();
    await expect.poll(() => held.waiting, { timeout: 20_000 }).toBe(1);
    expectEnd(await easel.end('SIGTERM'));
    expect(closedItsStore(world)).toBe(true);
  });
});

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { EaselProcess, Exit } from '../world/easel-program.ts';
import { startProgramWorld, type ProgramWorld } from '../world/program-world.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { interact, press, submissionsOf } from '../world/asking.ts';
import { allTextOf } from '../world/messages.ts';
import { errorText } from '../world/words.ts';

const expectEnd = (exit: Exit): void => {
  expect(exit).toMatchObject({ code: 0, signal: null });
};

/** SQLite removes its journal when the last connection to a file is closed properly. */
const closedItsStore = ({ folder }: ProgramWorld): boolean => !existsSync(join(folder, 'easel.sqlite-wal'));

const errorLines = (easel: EaselProcess): string[] =>
  easel
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'));

const lateSteps = (easel: EaselProcess): string[] =>
  [...easel.output().matchAll(/"step":"([^"]+)"/g)].map(([, step = '']) => step);

describe('a signal ends the process in time, and its store is closed', () => {
  test('while Discord confirms nothing; a card that stands there all the same says that it was lost', async () => {
    const world = await startProgramWorld();
    const { discord } = world;
    const easel = await world.start();
    discord.faults.cutOff({ method: 'POST', route: /\/callback/ });
    discord.faults.answer({ route: /./, times: Infinity }, { status: 503 });
    const { message } = await interact(world, 'taken, and not confirmed');
    await expect.poll(() => easel.output()).toContain('"fill in an answer"');
    expectEnd(await easel.end('SIGTERM'));
    expect(closedItsStore(world)).toBe(true);
    expect(lateSteps(easel)).toEqual([]);
    discord.faults.clear();
    await world.start();
    const pressed = await press(
      discord,
      discord.world.member.id,
      message?.id ?? '',
      ENGLISH.card.buttons.stop,
    );
    expect(allTextOf(pressed.message)).toContain(errorText('job-lost'));
    expect(submissionsOf(world, 'taken, and not confirmed')).toEqual([]);
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
  await expect.poll(() => easel.output()).toContain('failed');
  expectEnd(await easel.end('SIGTERM'));
});

/** The process takes its name once it hears signals; Node's own handlers, which are there before, end it at once. */
const hearsSignals = async ({ pid }: EaselProcess): Promise<boolean> =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8')).startsWith('easel');

describe('a signal during the start ends it with 0, and is no error in the log', () => {
  const onLinux = test.skipIf(process.platform !== 'linux');
  onLinux.each([0, 150, 600])('%i ms after signals are heard', async (afterMs) => {
    const world = await startProgramWorld();
    world.discord.faults.answer({ route: '/gateway/bot', times: Infinity }, { status: 503 });
    const easel = world.launch();
    await expect.poll(() => hearsSignals(easel), { interval: 1 }).toBe(true);
    // Nothing but time tells a stage of the loading from another.
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    expectEnd(await easel.end('SIGTERM'));
    expect([easel.errors(), errorLines(easel)]).toEqual(['', []]);
  });

  test('while the gateway takes the connection and says nothing', async () => {
    const world = await startProgramWorld();
    world.discord.gateway.hold();
    const easel = world.launch();
    await world.discord.until(() => world.discord.requests.some(({ route }) => route === '/gateway/bot'), {
      what: 'a login',
    });
    expectEnd(await easel.end('SIGINT'));
    expect(closedItsStore(world)).toBe(true);
    expect(errorLines(easel)).toEqual([]);
  });

  test('while Discord says nothing about the commands', async () => {
    const world = await startProgramWorld();
    const latch = world.discord.faults.hang({ route: /commands/ });
    const easel = world.launch();
    await expect.poll(() => latch.waiting).toBe(1);
    expectEnd(await easel.end('SIGTERM'));
    expect(errorLines(easel)).toEqual([]);
  });

  test('while the commands are to be registered again, which is then no failure any more', async () => {
    const world = await startProgramWorld();
    world.discord.faults.answer({ route: /commands/, times: Infinity }, { status: 503 });
    const easel = world.launch();
    await expect.poll(() => errorLines(easel).length).toBeGreaterThan(0);
    expectEnd(await easel.end('SIGTERM'));
    for (const line of errorLines(easel)) expect(line).toContain('"waitMs"');
  });
});

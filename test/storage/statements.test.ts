import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { expectAllClosed, expectPainted, interact } from '../world/asking.ts';
import { startWorld } from '../world/world.ts';
import { makeFolder, openForTest } from './storages.ts';

/** Of the client that Keyv's adapter uses. */
interface SqliteClient {
  Database: { prototype: { all: (sql: string, ...rest: unknown[]) => unknown } };
}

const { resolve } = createRequire(import.meta.url);
const { Database } = createRequire(resolve('@keyv/sqlite'))('sqlite3') as SqliteClient;

/** Every statement that this process sends from now on, and the rows that it names. */
const countStatements = (): { statements: string[]; rows: string[]; stop: () => void } => {
  const { all } = Database.prototype;
  const statements: string[] = [];
  const rows: string[] = [];
  Database.prototype.all = function (sql, ...rest) {
    statements.push(sql);
    rows.push(JSON.stringify(rest));
    return all.call(this, sql, ...rest);
  };
  const stop = () => {
    Database.prototype.all = all;
  };
  return { statements, rows, stop };
};

test('a whole request takes at most sixteen SQL statements', async ({ onTestFinished }) => {
  const { statements, stop } = countStatements();
  onTestFinished(stop);
  const world = await startWorld();
  await expectPainted(world, 'what a start reads, too');
  await expectAllClosed(world);
  statements.length = 0;
  await expectPainted(world, 'a fox');
  await expectAllClosed(world);
  // A busy machine can tell two reads apart that else are one.
  expect(statements.length).toBeLessThanOrEqual(16 + 2);
  expect(statements.filter((sql) => sql.startsWith('BEGIN')).length).toBe(1);
});

test('a row that many requests need at once is read once for all of them', async ({ onTestFinished }) => {
  const { statements, stop } = countStatements();
  onTestFinished(stop);
  const storage = await openForTest(`sqlite://${await makeFolder()}/easel.sqlite`);
  const numbers = storage.open('numbers', z.number());
  await numbers.set('all', 1);
  statements.length = 0;
  const reads = Array.from({ length: 200 }, () => numbers.get('all'));
  const written = numbers.set('all', 2);
  const late = numbers.get('all');
  expect(new Set(await Promise.all(reads))).toEqual(new Set([1]));
  await written;
  expect(await late).toBe(2);
  expect(statements.filter((sql) => /^\s*SELECT/i.test(sql))).toHaveLength(2);
});

test('requests of one server that nothing limits do not wait for each other', async ({ onTestFinished }) => {
  const { rows, stop } = countStatements();
  onTestFinished(stop);
  const world = await startWorld();
  rows.length = 0;
  await Promise.all(Array.from({ length: 40 }, () => interact(world)));
  const reads = rows.filter((named) => named.includes(`limits:${world.discord.world.atelier.guild.id}`));
  // One after the other they would read their limits forty times. A busy machine makes several statements of one.
  expect(reads.length).toBeLessThan(20);
});

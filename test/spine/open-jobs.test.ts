import { expect, test } from 'vitest';
import type { EndedJob, JobRequest, RunningJob } from '../../src/services/jobs/job.ts';
import { NotStoredError } from '../../src/services/jobs/open-jobs.ts';
import { checkAgain } from '../../src/services/jobs/transitions.ts';
import { FencedError } from '../../src/services/storage/errors.ts';
import { ownerOf } from '../../src/services/usage/owners.ts';
import { sumOf } from '../../src/services/usage/summary.ts';
import { close, openBooks, startBooks } from '../world/books.ts';
import { HandClock } from '../world/hand-clock.ts';
import { REQUEST } from '../world/job.ts';
import { openOwnStores } from '../world/stores.ts';
import { eventually } from '../world/eventually.ts';

const GUILD_ID = '2';
const IN_GUILD: JobRequest = {
  ...REQUEST,
  guildId: GUILD_ID,
  target: { ...REQUEST.target, guildId: GUILD_ID },
};
const CARD = { ...IN_GUILD.target, messageId: '4' };
const OWNER = ownerOf(IN_GUILD);
const PLACE = { personId: IN_GUILD.personId, guildId: GUILD_ID };
const { signal } = new AbortController();

type Books = Awaited<ReturnType<typeof startBooks>>;

const usedBy = async ({ usage }: Pick<Books, 'usage'>) => (await usage.countIn('day', OWNER, '1')).byPerson;

const countsOf = async ({ usage }: Pick<Books, 'usage'>) => {
  const { label } = await usage.today(OWNER);
  return sumOf(await usage.days(OWNER, [label])).all;
};

/** Stores whose next commit is carried out, but its answer is lost. */
const losingStores = async () => {
  const { stores } = await openOwnStores();
  const next = { isLost: false };
  const commit: typeof stores.commit = async (...args) => {
    await stores.commit(...args);
    if (!next.isLost) return;
    next.isLost = false;
    throw new Error('the answer was lost');
  };
  return { stores: { ...stores, commit }, next };
};

const ended = (books: Pick<Books, 'clock'>, id: string): EndedJob => ({
  ...{ ...IN_GUILD, id, target: CARD, acceptedAt: books.clock.now(), submittedAt: books.clock.now() },
  ...{ endedAt: books.clock.now(), delivery: 'due', state: 'timed-out', taskId: 't' },
});

test('an accepted job counts at once, is listed, and is stored once its card is in Discord', async () => {
  const books = await startBooks();
  const { open, history, stores } = books;
  const job = open.accept(IN_GUILD);
  const { id } = job;
  expect(await usedBy(books)).toBe(1);
  expect(await history.jobIds(PLACE)).toEqual([id]);
  expect(await stores.open.entries()).toEqual([]);
  expect(await open.place(job, CARD, signal)).toMatchObject({ id, target: CARD });
  expect(await stores.open.get(id)).toMatchObject({ state: 'waiting', target: CARD });
  expect(await stores.messages.get('4')).toBe(id);
  expect(await open.findByMessage('4')).toMatchObject({ id });
  expect(await usedBy(books)).toBe(1);
});

test('a dropped job counts no more, and nothing of it was ever written', async () => {
  const books = await startBooks();
  const { open, stores } = books;
  const { id } = open.accept(IN_GUILD);
  open.drop(id);
  expect(await usedBy(books)).toBe(0);
  for (const store of [stores.open, stores.messages]) expect(await store.entries()).toEqual([]);
});

test('a job whose storing is given up after a try leaves no row, though the answer was lost', async () => {
  const { stores, next } = await losingStores();
  const books = openBooks({ stores });
  const stopping = new AbortController();
  stopping.abort();
  next.isLost = true;
  const job = books.open.accept(IN_GUILD);
  await expect(books.open.place(job, CARD, stopping.signal)).rejects.toThrow('the answer was lost');
  expect(await stores.open.entries()).toEqual([]);
  expect(await usedBy(books)).toBe(0);
});

test.each([
  ['is left to it where it was stored, though the answer was lost', true],
  ['is lost where it was not stored', false],
])('a new job of a process from which another takes over %s', async (_, isStored) => {
  const { stores } = await openOwnStores();
  let commits = 0;
  const commit: typeof stores.commit = async (changes) => {
    commits += 1;
    if (commits > 1) throw new FencedError();
    if (isStored) await stores.commit(changes);
    throw new Error('no answer');
  };
  const clock = new HandClock();
  const { open } = openBooks({ stores: { ...stores, commit }, clock });
  const placed = open.place(open.accept(IN_GUILD), CARD, signal);
  const rejected = expect(placed).rejects.toThrow(isStored ? FencedError : NotStoredError);
  await eventually(() => {
    expect(clock.waits).toContain(100);
  });
  clock.advance(100);
  await rejected;
  expect(await stores.open.entries()).toHaveLength(isStored ? 1 : 0);
});

test('a job whose storing fails is stored at the next try, and can be changed only then', async () => {
  const clock = new HandClock();
  const { stores, next } = await losingStores();
  const books = openBooks({ stores, clock });
  next.isLost = true;
  const accepted = books.open.accept(IN_GUILD);
  const { id } = accepted;
  const placed = books.open.place(accepted, CARD, signal);
  const changed = books.open.change(id, (job) => ({ ...job, spoiler: true }));
  await eventually(() => {
    expect(clock.waits).toContain(100);
  });
  expect(books.open.get(id)?.spoiler).toBeUndefined();
  clock.advance(100);
  await placed;
  expect(await changed).toMatchObject({ spoiler: true, target: CARD });
});

test('a job is counted and listed by the very commit that closes it, once, though the answer was lost', async () => {
  const { stores, next } = await losingStores();
  const books = openBooks({ stores });
  const { open, history } = books;
  await books.resume(ended(books, '01'));
  expect(await countsOf(books)).toEqual({ timedOut: 1 });
  next.isLost = true;
  await expect(open.change('01', close)).rejects.toThrow('the answer was lost');
  await open.change('01', close);
  expect(open.size).toBe(0);
  expect(await stores.open.entries()).toEqual([]);
  expect(await countsOf(books)).toEqual({ timedOut: 1 });
  expect(await history.jobIds(PLACE)).toEqual(['01']);
  expect(books.closed).toHaveLength(1);
});

test('a job that is asked about again is open, counts once all the time, and is counted as what it then is', async () => {
  const { stores, next } = await losingStores();
  const books = openBooks({ stores });
  const { open, clock } = books;
  await books.resume(ended(books, '01'));
  await open.change('01', close);
  const again = () =>
    open.change('01', (job) => (job.state === 'running' ? job : checkAgain(job, clock.now())));
  next.isLost = true;
  await expect(again()).rejects.toThrow('the answer was lost');
  expect(await again()).toMatchObject({ state: 'running' } satisfies Partial<RunningJob>);
  expect(await countsOf(books)).toEqual({ running: 1 });
  expect(await usedBy(books)).toBe(1);
  await open.change('01', ({ id }) => ended(books, id));
  await open.change('01', close);
  expect(await countsOf(books)).toEqual({ timedOut: 1 });
  expect(await open.find('01')).toMatchObject({ state: 'timed-out', delivery: 'done' });
});

test('whatever happens at once, each job counts once', async () => {
  const books = await startBooks();
  const { open, clock } = books;
  const ids = Array.from({ length: 20 }, (_, index) => `0${10 + index}`);
  for (const id of ids) await books.resume({ ...ended(books, id), target: { ...CARD, messageId: id } });
  await Promise.all(ids.map((id) => open.change(id, close)));
  const again = (id: string) => open.change(id, (job) => checkAgain(job, clock.now()));
  await Promise.all(ids.slice(0, 10).map(again));
  expect(await countsOf(books)).toEqual({ timedOut: 10, running: 10 });
  expect(await usedBy(books)).toBe(20);
  const { open: next, usage } = openBooks({ stores: books.stores, clock });
  await next.load();
  expect(await usedBy({ usage })).toBe(20);
});

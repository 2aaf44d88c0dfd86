/**
 * Loaded into the built program before it starts: counts what it does outside of itself, at the edges of the libraries that do it,
 * and has one of these steps go wrong when a file orders that.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import { Agent, type Dispatcher } from 'undici';

type Call = (this: unknown, ...given: unknown[]) => unknown;
type Answer = (error: unknown, ...rest: unknown[]) => void;
type Fate = 'usual' | 'lost' | 'late';

const LATE_MS = 4_000;
const HOUR_MS = 3_600_000;
const LABEL_LENGTH = 90;
/** A key begins with its namespace. */
const KEY = /(?<=")[a-z]+:[\w:-]+/gi;
const WRITES = /^\s*(INSERT|DELETE|WITH held)/;

const folder = process.env['STEPS_FOLDER'] ?? '.';
const orderFile = join(folder, 'order');
const note = (line: string) => {
  appendFileSync(join(folder, 'steps'), `${line}\n`);
};

let lastOrder = '';
let count = 0;

/** An order is who gave it, what goes wrong, and at which step from now on; only what was done has an answer to lose. */
const take = (moment: 'before' | 'after', label: string): Fate => {
  const order = existsSync(orderFile) ? readFileSync(orderFile, 'utf8') : '';
  if (order !== lastOrder) [lastOrder, count] = [order, 0];
  const [, kind, step] = order.split(' ');
  if (kind === 'kill' || moment === 'after') count += 1;
  note(`${moment} ${label}`);
  if (order === '' || count !== Number(step)) return 'usual';
  if (kind === 'kill') process.kill(process.pid, 'SIGKILL');
  return moment === 'after' && (kind === 'lost' || kind === 'late') ? kind : 'usual';
};

const lost = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

const late = (answer: () => void): void => {
  setTimeout(() => {
    answer();
    note('late answer');
  }, LATE_MS);
};

const replace = (owner: object, name: string, made: (call: Call) => Call): void => {
  Reflect.set(owner, name, made(Reflect.get(owner, name) as Call));
};

const counted =
  (label: string, answer: Answer): Answer =>
  (error, ...rest) => {
    const fate = error ? 'usual' : take('after', label);
    if (fate === 'lost') answer(lost());
    else if (fate === 'late') late(() => answer(error, ...rest));
    else answer(error, ...rest);
  };

/** A statement with its values and what takes the answer, as both databases' clients are called. */
const countStatements = (owner: object, name: string, isStep: (sql: string) => boolean): void => {
  let written = '';
  replace(
    owner,
    name,
    (call) =>
      function (this: unknown, sql, ...given) {
        if (typeof sql !== 'string') return call.call(this, sql, ...given);
        if (WRITES.test(sql))
          written = [...new Set(JSON.stringify(given).match(KEY))].join(' ').slice(0, LABEL_LENGTH);
        const answer = given.pop();
        if (typeof answer !== 'function' || !isStep(sql)) return call.call(this, sql, ...given, answer);
        const label = `commit ${written}`;
        take('before', label);
        return call.call(this, sql, ...given, counted(label, answer as Answer));
      },
  );
};

const { resolve } = createRequire(import.meta.url);
const { Database } = createRequire(resolve('@keyv/sqlite'))('sqlite3') as { Database: { prototype: object } };
// A statement alone is a commit, too.
countStatements(Database.prototype, 'all', (sql) => sql === 'COMMIT' || WRITES.test(sql));
countStatements(pg.Client.prototype, 'query', (sql) => WRITES.test(sql));

const countHeaders = (label: string, handler: Dispatcher.DispatchHandlers): void => {
  const onHeaders = handler.onHeaders?.bind(handler);
  handler.onHeaders = (status, headers, resume, text) => {
    const answer = () => onHeaders?.(status, headers, resume, text) ?? true;
    const fate = take('after', label);
    // What a handler throws breaks the request off.
    if (fate === 'lost') throw lost();
    if (fate === 'usual') return answer();
    late(() => {
      if (answer()) resume();
    });
    return false;
  };
};

replace(
  Agent.prototype,
  'dispatch',
  (call) =>
    function (this: unknown, options, handler) {
      const { method, path } = options as Dispatcher.DispatchOptions;
      const label = `${method} ${path.slice(0, LABEL_LENGTH)}`;
      take('before', label);
      countHeaders(label, handler as Dispatcher.DispatchHandlers);
      return call.call(this, options, handler);
    },
);

/** The clock that can't be set goes an hour ahead at once. */
let aheadMs = 0;
const now = performance.now.bind(performance);
performance.now = () => now() + aheadMs;
process.on('SIGUSR2', () => {
  aheadMs += HOUR_MS;
});

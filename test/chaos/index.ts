/** Processes on one store, to which everything happens that happens to processes: see docs/operating.md. */
import { writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildInto } from '../build-program.ts';
import { grouped } from './books.ts';
import { runChaos, type Outcome } from './run.ts';
import { startPostgres, startSqlite } from './servers.ts';

const STORES = { sqlite: startSqlite, postgres: startPostgres };
const KINDS_SHOWN = 6;

const HELP = `npm run chaos -- [options]

Runs a process on an SQLite file and then three, of which two stand by, on a Postgres of its own, breaks them and their
store at random, and balances the books. Ends with 1 when any promise was broken. It needs Postgres, and quiet.

  --store sqlite|postgres  only one of the two
  --seconds N              how long on each, 20 or more; 600 by default. From 300 on the store is also away for a minute
  --rate N                 requests a second; 20 by default
  --seed N                 plays the same again; printed at the start
  --books-only             who got no answer in time is counted, and breaks no promise: on a machine that stalls for seconds
                           nobody could answer in time`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    'books-only': { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seconds: { type: 'string', default: '600' },
    rate: { type: 'string', default: '20' },
    store: { type: 'string' },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}
const [seed, seconds, perSecond] = [values.seed, values.seconds, values.rate].map(Number) as [
  number,
  number,
  number,
];
if (!Number.isInteger(seed) || !(seconds >= 20) || !(perSecond > 0))
  throw new Error('Expected `--seed`, `--seconds` (20 or more) and `--rate` to be numbers');
const wanted = Object.entries(STORES).filter(([name]) => values.store === undefined || values.store === name);
if (wanted.length === 0)
  throw new Error(`Expected \`--store\` to be one of ${Object.keys(STORES).join(', ')}`);

const quantile = (sorted: readonly number[], share: number): string => {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return value === undefined ? 'none' : `${(value / 1_000).toFixed(2)} s`;
};

const tell = ({ balance, windows, takeOvers }: Outcome): void => {
  const { outside, inside, delivered, unconfirmed } = balance;
  const excludedS = windows.reduce((sum, { from, to }) => sum + to - from, 0) / 1_000;
  console.log(`  delivered ${delivered}, said to be unconfirmed ${unconfirmed}`);
  console.log(`  outside of hand-overs: ${outside.all} interactions, ${outside.unanswered} not answered`);
  console.log(
    `  left out: ${inside.all} interactions in ${windows.length} windows of ${excludedS.toFixed(1)} s in all, ${inside.unanswered} not answered`,
  );
  for (const [because, times] of Object.entries(takeOvers))
    console.log(`  ${because}: ${times.length}, p50 ${quantile(times, 0.5)}, p99 ${quantile(times, 0.99)}`);
};

/** Says what is wrong, one story of each kind; all of them, and the logs, are in a file. */
const tellBroken = async ({ broken, logs }: Outcome, file: string): Promise<void> => {
  const kinds = grouped(broken, ({ what }) => what);
  for (const [what, each] of [...kinds].slice(0, KINDS_SHOWN))
    console.error(`- ${each.length} × ${what}: ${each[0]?.story ?? ''}`);
  const stories = broken.map(({ what, story }) => `${what}: ${story}`);
  await writeFile(file, [...stories, ...logs].join('\n'));
  console.error(`${broken.length} promises broken; everything is in ${file}`);
};

const program = await buildInto();
let broken = 0;
for (const [name, start] of wanted) {
  console.log(
    `${name}: seed ${seed}, ${seconds} s, ${perSecond} requests a second, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}`,
  );
  const server = await start();
  const beganAt = Date.now();
  const say = (line: string) => {
    console.log(`  ${((Date.now() - beganAt) / 1_000).toFixed(1)} s ${line}`);
  };
  try {
    const outcome = await runChaos({
      seed,
      seconds,
      perSecond,
      judgesAnswers: !values['books-only'],
      file: program.file,
      server,
      say,
    });
    tell(outcome);
    broken += outcome.broken.length;
    if (outcome.broken.length > 0)
      await tellBroken(outcome, join(tmpdir(), `easel-chaos-${name}-${seed}.log`));
  } finally {
    await server.remove();
  }
  if (broken > 0)
    console.error(
      `Again: npm run chaos -- --seed ${seed} --seconds ${seconds} --rate ${perSecond} --store ${name}`,
    );
}
await program.remove();
process.exitCode = broken > 0 ? 1 : 0;

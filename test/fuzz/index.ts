/** Easel under load and bad luck of every kind, with real processes on each store. In the end the books balance. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildInto } from '../build-program.ts';
import { KINDS } from './plan.ts';
import { drawFrom } from './draw.ts';
import { run, type Outcome } from './run.ts';
import { startPostgres, startSqlite, type StoreServer } from './servers.ts';
import { everyStep } from './steps/run.ts';
import { KINDS as STEP_KINDS, writePreload } from './steps/stepped-program.ts';
import { WAYS } from './steps/ways.ts';

const STORES = { sqlite: startSqlite, postgres: startPostgres };
const FAULTS_SHOWN = 6;

const HELP = `npm run fuzz -- [options]

Runs one process on an SQLite file and then three on a Postgres of its own, while people ask for pictures. It kills and pauses
the processes, replaces them, takes their store and their network away, and spoils answers of Discord and of the image service.
In the end what was paid for is shown or said to be unconfirmed, nothing was paid for twice, and the log says so line by line;
else it ends with 1.

  --store sqlite|postgres  only one of the two
  --seconds N              how long on each; 60 by default
  --rate N                 requests a second; 4 by default
  --only KIND              one kind of bad luck, again as soon as all shards are back: ${KINDS.join(', ')}
  --seed N                 draws the same again; printed at the start

npm run fuzz -- --every-step [options]

Leaves nothing to luck: takes the ways that a request can go one after the other, and at each step of each (a commit, a call of
Discord or of the image service, a download) kills Easel before or after it, or has its answer lost or late. On Postgres a second
process takes over.

  --store sqlite|postgres  only one of the two
  --only WAY               only that way; several with commas: ${Object.keys(WAYS).join(', ')}
  --kind KIND              only ${STEP_KINDS.join(', ')}; several with commas
  --step N                 only that step, as a line about what fell short names it
  --points N               only so many steps of each, evenly, from one on that the seed draws`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '4' },
    store: { type: 'string' },
    only: { type: 'string' },
    'every-step': { type: 'boolean', default: false },
    kind: { type: 'string', default: STEP_KINDS.join() },
    step: { type: 'string' },
    points: { type: 'string' },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}
const [seed, seconds, perSecond] = [Number(values.seed), Number(values.seconds), Number(values.rate)];
const stores = Object.entries(STORES).filter(([name]) => values.store === undefined || values.store === name);
const isEveryStep = values['every-step'];
const kinds = KINDS.filter((kind) => isEveryStep || values.only === undefined || values.only === kind);
if (!Number.isInteger(seed) || !(seconds > 0) || !(perSecond > 0) || stores.length * kinds.length === 0)
  throw new Error(`Wrong options\n\n${HELP}`);

const only = values.only === undefined ? '' : ` --only ${values.only}`;

const tell = ({ requests, paid, shown, unconfirmed, lines, kills, takeOversMs }: Outcome): void => {
  const median = takeOversMs[Math.floor(takeOversMs.length / 2)] ?? 0;
  const longest = takeOversMs.at(-1) ?? 0;
  console.log(
    `  ${requests} requests, ${paid} paid for, ${shown} shown with their end, ${unconfirmed} said to be unconfirmed, settled by ${lines} lines of the log; ${kills} kills, ${takeOversMs.length} left shards without a session, for ${Math.round(median)} ms in the middle and ${Math.round(longest)} ms at most`,
  );
};

const tellFaults = async ({ faults, story }: Outcome, name: string): Promise<void> => {
  const file = join(tmpdir(), `easel-fuzz-${name}-${seed}.log`);
  await writeFile(file, [...faults, ...story].join('\n'));
  for (const fault of faults.slice(0, FAULTS_SHOWN)) console.error(`- ${fault.slice(0, 2_000)}`);
  console.error(`${faults.length} faults; everything is in ${file}`);
  console.error(
    `Again: npm run fuzz -- --store ${name} --seed ${seed} --seconds ${seconds} --rate ${perSecond}${only}`,
  );
};

const tellSteps = async (server: StoreServer): Promise<void> => {
  const lines = await everyStep({
    server,
    file: program.file,
    preload: await writePreload(program.folder),
    ways: values.only?.split(',') ?? Object.keys(WAYS),
    kinds: STEP_KINDS.filter((kind) => values.kind.split(',').includes(kind)),
    ...(values.step !== undefined && { step: Number(values.step) }),
    ...(values.points !== undefined && { points: Number(values.points) }),
    draw: drawFrom(seed),
    say: console.log,
  });
  if (lines.some(({ fellShort }) => fellShort.length > 0)) process.exitCode = 1;
};

const program = await buildInto();
for (const [name, start] of stores) {
  const what = isEveryStep ? 'every step' : `${seconds} s, ${perSecond} requests a second`;
  console.log(`${name}: seed ${seed}, ${what}${only}`);
  const started = await start();
  const server = { ...started, kinds: started.kinds.filter((kind) => kinds.includes(kind)) };
  const beganAt = Date.now();
  const say = (line: string) => {
    console.log(`  ${((Date.now() - beganAt) / 1_000).toFixed(1)} s ${line}`);
  };
  try {
    if (isEveryStep) {
      await tellSteps(server);
      continue;
    }
    const isInTurn = values.only !== undefined;
    const outcome = await run({ seed, seconds, perSecond, isInTurn, file: program.file, server, say });
    tell(outcome);
    if (outcome.faults.length === 0) continue;
    process.exitCode = 1;
    await tellFaults(outcome, name);
  } finally {
    await server.remove();
  }
}
await program.remove();

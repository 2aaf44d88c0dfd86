/**
 * Measures Easel beside its floors: all parts, or those that are named. `compare` fails when a ratio is much larger than
 * the one that the documentation keeps.
 */
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchBill } from './bill.ts';
import { benchBlocks } from './blocks.ts';
import { benchAcknowledgement } from './acknowledgement.ts';
import { benchDelivery } from './delivery.ts';
import { benchCleaning } from './cleaning.ts';
import { benchJob } from './job.ts';
import { benchLists } from './lists.ts';
import { benchMemory } from './memory.ts';
import { buildPrograms } from './programs.ts';
import { benchRivals } from './rivals.ts';
import { type Ratios, table } from './statistics.ts';

const BENCHES = {
  blocks: benchBlocks,
  job: benchJob,
  acknowledgement: benchAcknowledgement,
  memory: benchMemory,
  delivery: benchDelivery,
  rivals: benchRivals,
  bill: benchBill,
  lists: benchLists,
  cleaning: benchCleaning,
};

/** A ratio that grew by more than this factor is a fault, and so is one that nothing can be said of. */
const TOLERANCE = 1.5;
const KEPT = new URL('../docs/benchmarks.md', import.meta.url);
const KEPT_ROW = /^\| ([^|]+?) +\| (\d+\.\d+) +\|$/gm;

/** The ratios that the documentation keeps, by name: the rows of its tables that hold a name and a number. */
const keptRatios = async (): Promise<Ratios> =>
  new Map(
    [...(await readFile(KEPT, 'utf8')).matchAll(KEPT_ROW)].map(([, name = '', value]) => [
      name,
      Number(value),
    ]),
  );

const { positionals } = parseArgs({ allowPositionals: true });
const isComparison = positionals.includes('compare');
const wanted = positionals.filter((name) => name !== 'compare');
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0)
  throw new Error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(BENCHES).join(', ')}`);

const cpu = cpus()[0]?.model ?? 'CPU';
console.log(`${cpus().length} × ${cpu}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`);
const programs = await buildPrograms();
const ratios: Ratios = new Map();
for (const [name, bench] of Object.entries(BENCHES))
  if (wanted.length === 0 || wanted.includes(name)) console.log(`\n${await bench(programs, ratios)}`);
await programs.remove();

const kept = await keptRatios();
const rows = [...ratios].map(([name, value]) => [name, value.toFixed(2), kept.get(name)?.toFixed(2) ?? '']);
if (rows.length > 0) console.log(`\n${table(['ratio', 'now', 'kept'], rows)}`);
const grown = [...ratios].filter(([name, value]) => !(value <= (kept.get(name) ?? NaN) * TOLERANCE));
if (isComparison && grown.length > 0) {
  console.error(`\nGrew by more than half, or is not kept: ${grown.map(([name]) => name).join('; ')}`);
  process.exitCode = 1;
}

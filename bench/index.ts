/** Measures Easel beside its floors: all parts, or those that are named. */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAcknowledgement, benchHelp } from './acknowledgement.ts';
import { benchAdmission } from './admission.ts';
import { benchDelivery } from './delivery.ts';
import { benchJob } from './job.ts';
import { benchMemory } from './memory.ts';
import { benchOpenJobs } from './open-jobs.ts';
import { buildPrograms } from './programs.ts';
import type { Ratios } from './statistics.ts';

const benches = {
  admission: benchAdmission,
  job: benchJob,
  acknowledgement: benchAcknowledgement,
  help: benchHelp,
  memory: benchMemory,
  'open-jobs': benchOpenJobs,
  delivery: benchDelivery,
};

const { positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { profile: { type: 'string' } },
});
const cpu = cpus()[0]?.model ?? 'CPU';
console.log(`${cpus().length} × ${cpu}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`);
const programs = await buildPrograms();
const ratios: Ratios = new Map();
for (const [name, bench] of Object.entries(benches))
  if (wanted.length === 0 || wanted.includes(name)) console.log(`\n${await bench(programs, ratios)}`);
await programs.remove();

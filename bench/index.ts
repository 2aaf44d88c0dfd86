import { cpus } from 'node:os';
import { benchAcknowledgement } from './acknowledgement.ts';
import { benchAdmission } from './admission.ts';
import { benchBackup } from './backup.ts';
import { benchPolls } from './polls.ts';
import { benchStart } from './start.ts';

const benches = {
  admission: benchAdmission,
  acknowledgement: benchAcknowledgement,
  start: benchStart,
  polls: benchPolls,
  backup: benchBackup,
};

const wanted = process.argv.slice(2);
console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
);
for (const [name, bench] of Object.entries(benches))
  if (wanted.length === 0 || wanted.includes(name)) console.log(`\n${await bench()}`);

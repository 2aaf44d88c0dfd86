import { homedir, tmpdir } from 'node:os';
import { runProcess } from './run-process.ts';

// Containers are often run as a user whom the system does not know. A package that looks for fonts at home fails then.
try {
  homedir();
} catch {
  process.env['HOME'] = tmpdir();
}

// Everything else is loaded once signals are heard: loading alone may take a second.
await runProcess(async (lifetime) => {
  const { openProgram } = await import('./program.ts');
  return openProgram(lifetime);
});

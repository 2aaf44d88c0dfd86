import { runProcess } from './app/run-process.ts';

// Everything else is loaded once signals are heard: loading alone may take a second.
await runProcess(async (lifetime) => {
  const { openProgram } = await import('./app/program.ts');
  return openProgram(lifetime);
});

import { runProcess } from './run-process.ts';

// Everything else is loaded once signals are heard: loading alone may take a second.
await runProcess(async (lifetime) => {
  const { openProcess } = await import('./easel.ts');
  return openProcess(lifetime);
});

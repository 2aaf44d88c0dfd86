import { onTestFinished } from 'vitest';
import { forgetBrokenUploads, startProgram, type EaselProcess } from './easel-program.ts';
import { startTestEnvironment, type TestEnvironment, type WorldOptions } from './world.ts';

/** The stand-ins, with an Easel that is a process of its own. */
export interface ProgramWorld extends TestEnvironment {
  /** Starts a process and does not wait for it; `more` goes over the world's variables. */
  launch: (more?: Record<string, string>) => EaselProcess;
  /** Starts a process, and waits until it is ready. */
  start: () => Promise<EaselProcess>;
  /** `kill -9`, and a start. */
  crash: () => Promise<void>;
}

/** Makes a world for the built program, which is not started yet. What runs is killed with the test. */
export const startProgramWorld = async (options: WorldOptions = {}): Promise<ProgramWorld> => {
  const testEnvironment = await startTestEnvironment(options);
  const launched: EaselProcess[] = [];
  onTestFinished(async ({ task }) => {
    await Promise.all(launched.map((process) => process.end('SIGKILL')));
    forgetBrokenUploads(testEnvironment.discord);
    const last = launched.at(-1);
    if (task.result?.state === 'fail')
      process.stderr.write(`${last?.output() ?? ''}${last?.errors() ?? ''}\n`);
    await testEnvironment.stop();
  });
  const launch = (more: Record<string, string> = {}) => {
    const launchedNow = startProgram({ ...testEnvironment.env, ...more }, testEnvironment.folder);
    launched.push(launchedNow);
    return launchedNow;
  };
  const start = async () => {
    const started = launch();
    await started.ready;
    return started;
  };
  const crash = async () => {
    await launched.at(-1)?.end('SIGKILL');
    await start();
  };
  return { ...testEnvironment, launch, start, crash };
};

/** Makes a world for the built program, and starts it. */
export const startRunningProgram = async (options: WorldOptions = {}): Promise<ProgramWorld> => {
  const world = await startProgramWorld(options);
  await world.start();
  return world;
};

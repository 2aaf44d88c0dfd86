import { readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { startProgram, type EaselProcess } from '../../world/easel-program.ts';
import { freePort } from '../../world/ports.ts';

/** What can go wrong at a step; nothing does when steps are only counted. */
export const KINDS = ['kill', 'lost', 'late'] as const;
export type Kind = (typeof KINDS)[number];

const OPEN_JOBS = /^easel_open_jobs\{.*\} (\d+)$/gm;

/** An Easel as a process, whose steps are counted. */
export interface SteppedProgram extends EaselProcess {
  isOver: () => boolean;
  /** Has something go wrong at a step from now on, and forgets the steps so far. */
  order: (kind: Kind | 'nothing', step: number) => Promise<void>;
  cancel: () => Promise<void>;
  /** What it did since the last order. */
  steps: () => string[];
  /** How much it wrote of its steps. */
  noted: () => number;
  /** What a start beside it with other variables says when it is refused; empty when it is not. */
  refusalOf: (changed: Record<string, string>) => Promise<string>;
  /** By its own word; undefined while it says nothing. */
  openJobs: () => Promise<number | undefined>;
}

/** Writes what is loaded into the program beside it. Types are the type check's affair. Returns the file. */
export const writePreload = async (folder: string): Promise<string> => {
  const source = await readFile(fileURLToPath(new URL('preload.ts', import.meta.url)), 'utf8');
  const { ESNext } = ts.ModuleKind;
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ESNext, target: ts.ScriptTarget.ES2023 },
  });
  const file = join(folder, 'preload.js');
  await writeFile(file, outputText);
  return file;
};

let launched = 0;

/** Starts a process; it may stand by for long. */
export const startStepped = async (
  env: Record<string, string>,
  folder: string,
  { file, preload }: { file: string; preload: string },
): Promise<SteppedProgram> => {
  launched += 1;
  const own = join(folder, `process-${launched}`);
  await mkdir(own);
  const [orderFile, stepsFile] = [join(own, 'order'), join(own, 'steps')];
  await writeFile(stepsFile, '');
  const port = String(await freePort());
  const loaded = { NODE_OPTIONS: `--import=${pathToFileURL(preload).href}`, STEPS_FOLDER: own };
  const started = startProgram({ ...env, ...loaded, HTTP_PORT: port }, own, file);
  let isOver = false;
  void started.exit.then(() => (isOver = true));
  let orders = 0;
  return {
    ...started,
    isOver: () => isOver,
    order: async (kind, step) => {
      orders += 1;
      await writeFile(stepsFile, '');
      await writeFile(`${orderFile}.new`, `${orders} ${kind} ${step}`);
      // All of it at once.
      await rename(`${orderFile}.new`, orderFile);
    },
    cancel: () => rm(orderFile, { force: true }),
    steps: () => readFileSync(stepsFile, 'utf8').split('\n').slice(0, -1),
    noted: () => statSync(stepsFile).size,
    refusalOf: async (changed) => {
      const beside = startProgram({ ...env, ...changed }, own, file);
      beside.ready.then(
        () => beside.end('SIGKILL'),
        () => undefined,
      );
      const { code } = await beside.exit;
      return code === 1 ? beside.output() + beside.errors() : '';
    },
    openJobs: async () => {
      try {
        const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
        const counts = (await answer.text()).matchAll(OPEN_JOBS);
        return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
      } catch {
        return undefined;
      }
    },
  };
};

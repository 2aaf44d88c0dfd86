import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { transpileModule, ModuleKind, ScriptTarget } from 'typescript';
import { z } from 'zod';
import { buildInto } from '../test/build-program.ts';

/** What is measured beside Easel: `answer` only answers, `bot` does the same work bare, `rival` does it as usual. */
const FLOORS = {
  answer: new URL('./floors/answer.ts', import.meta.url),
  bot: new URL('./floors/bot.ts', import.meta.url),
  rival: new URL('./floors/rival.ts', import.meta.url),
};
const SHARED_PARTS = [
  new URL('./floors/parts.ts', import.meta.url),
  new URL('./floors/rows.ts', import.meta.url),
];
const READY_WITHIN_MS = 120_000;
const MOST_TROUBLES = 50;
/** A line of Easel's log that a person should look at. */
const TROUBLE = /^\{"level":"(?:warn|error|fatal)"/;

export type ProgramName = 'easel' | keyof typeof FLOORS;

/** What a process has used. Times are milliseconds since its start, sizes bytes. */
const usageSchema = z.object({
  cpuMs: z.number(),
  rssBytes: z.number(),
  heapBytes: z.number(),
  /** The most so far. */
  mostRssBytes: z.number(),
  /** The longest turn of the event loop since it was last asked to watch, in processor time of all threads. */
  longestTurnMs: z.number(),
  /** Outside of V8's heap: what sockets, pictures and the like hold. */
  bufferBytes: z.number(),
  /** How many of each kind keep the event loop busy: timers, sockets, … */
  resources: z.record(z.string(), z.number()),
  /** How many listeners the process itself has. */
  listeners: z.number(),
});
export type Usage = z.infer<typeof usageSchema>;

/** Runs inside of the measured process before everything else, and answers when it is asked. */
const PROBE = `
const usedMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
let [since, longestTurnMs] = [];
const look = () => {
  longestTurnMs = Math.max(longestTurnMs, usedMs() - since);
  since = usedMs();
  setImmediate(look);
};
process.on('message', ({ collect, watch }) => {
  if (watch && since === undefined) setImmediate(look);
  if (watch) [since, longestTurnMs] = [usedMs(), 0];
  if (collect) globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  const resources = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  const mostRssBytes = process.resourceUsage().maxRSS * 1024;
  process.send({ cpuMs: (user + system) / 1000, rssBytes: rss, mostRssBytes, longestTurnMs: longestTurnMs ?? 0, heapBytes: heapUsed, bufferBytes: external, resources, listeners });
});
process.channel.unref();
`;

/** A measured process. */
export interface RunningProgram {
  pid: number;
  /**
   * What it has used so far. `collect`: once its garbage is collected, which takes time of its own; `watch`: its turns are watched
   * from now on, which keeps a core busy.
   */
  usage: (options?: { collect?: boolean; watch?: boolean }) => Promise<Usage>;
  /** Everything that it wrote about errors. */
  errors: () => string;
  /** The last lines of its log that a person should look at. */
  troubles: () => string[];
  end: (signal?: NodeJS.Signals) => Promise<void>;
}

/** The built programs. */
export interface Programs {
  /** The folder of the built commands. */
  scripts: string;
  start: (name: ProgramName, env: Record<string, string>) => Promise<RunningProgram>;
  remove: () => Promise<void>;
}

/** Builds Easel and what it is compared with, as they run in production. */
export const buildPrograms = async (): Promise<Programs> => {
  const { folder, file, remove } = await buildInto();
  const floors = join(folder, 'floors');
  await mkdir(floors);
  const compilerOptions = {
    module: ModuleKind.ESNext,
    target: ScriptTarget.ES2023,
    rewriteRelativeImportExtensions: true,
  };
  for (const url of [...Object.values(FLOORS), ...SHARED_PARTS]) {
    const { outputText } = transpileModule(await readFile(url, 'utf8'), { compilerOptions });
    await writeFile(join(floors, basename(url.pathname).replace('.ts', '.js')), outputText);
  }
  const fileOf = (name: ProgramName) => (name === 'easel' ? file : join(floors, `${name}.js`));
  return { scripts: join(folder, 'dist/app'), start: (name, env) => start(fileOf(name), env), remove };
};

const start = async (file: string, env: Record<string, string>): Promise<RunningProgram> => {
  const probe = `data:text/javascript,${encodeURIComponent(PROBE)}`;
  const child = spawn(process.execPath, ['--expose-gc', '--import', probe, file], {
    cwd: env['DATA_DIR'],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let errors = '';
  const troubles: string[] = [];
  child.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const exit = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => () => {
      reject(new Error(`${file} ${why}\n${errors}`));
    };
    const timer = setTimeout(fail('is not ready in time'), READY_WITHIN_MS);
    createInterface(child.stdout!).on('line', (line) => {
      if (line.includes('is ready')) resolve();
      if (TROUBLE.test(line)) troubles.push(line);
    });
    void exit.then(fail('ended'));
    void once(child.stdout!, 'data').then(() => timer.unref());
  });
  return {
    pid: child.pid ?? 0,
    usage: async (options = {}) => {
      const answer = once(child, 'message');
      child.send(options);
      return usageSchema.parse((await answer)[0]);
    },
    errors: () => errors,
    troubles: () => troubles.slice(-MOST_TROUBLES),
    end: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await exit;
    },
  };
};

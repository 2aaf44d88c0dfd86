import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { KeyedMutex } from '../../src/lib/keyed-mutex.ts';
import type { Proxy } from '../storage/proxy.ts';
import { startProgram, type EaselProcess } from '../world/easel-program.ts';
import { freePort } from '../world/ports.ts';
import type { Disturbance } from './plan.ts';
import type { StoreServer } from './servers.ts';

/** What starts a process again that ended does not do so at once. */
const SUPERVISOR_MS = 1_000;
const READY_WITHIN_MS = 30_000;
const CHECK_INTERVAL_MS = 50;
/** A signal ends a process within so much. */
const STOP_WITHIN_MS = 11_000;
/** A process that lost its lease ends so long after what took it away. */
const AFTERMATH_MS = 20_000;

const OPEN_JOBS = /^easel_open_jobs\{.*[1-9]\d*$/gm;

/** Where one process runs, and every other that follows it there. */
interface Place {
  number: number;
  proxy: Proxy | undefined;
  storeUrl: string;
  running: EaselProcess | undefined;
  httpPort: number;
}

export interface FleetOptions {
  /** The built program. */
  file: string;
  folder: string;
  env: Record<string, string>;
  /** One for each process; a file has no proxy. */
  proxies: readonly { proxy?: Proxy; url: string }[];
  server: StoreServer;
  /** Gets what happens, for the story. */
  note: (what: string) => void;
}

/** Easels on one store, which are started again when they end, as a container's platform does. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #places: Place[];
  readonly #all: EaselProcess[] = [];
  readonly #gone = new Set<EaselProcess>();
  readonly #outages = new KeyedMutex();
  #isOver = false;
  #mayEndUntil = 0;
  /** What no process may do. */
  readonly faults: string[] = [];
  /** When processes ended or were paused, after which another may have taken over: they don't log what was under way. */
  readonly endedAt: number[] = [];

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#places = options.proxies.map(({ proxy, url }, number) => ({
      ...{ number, proxy, storeUrl: url, running: undefined, httpPort: 0 },
    }));
  }

  get hasStandby(): boolean {
    return this.#places.length > this.#options.server.parts;
  }

  /** What all of them wrote, line by line, with the number of the process. */
  lines(): string[] {
    return this.#all.flatMap(({ output, errors }, index) =>
      `${output()}${errors()}`
        .split('\n')
        .flatMap((line) => (line === '' ? [] : `process ${index}: ${line}`)),
    );
  }

  async start(): Promise<void> {
    for (const place of this.#places) {
      await this.#launch(place);
      await this.#untilReady(place);
    }
  }

  /** Resolves once every process is there and has its work, or stands by. */
  async calm(): Promise<void> {
    for (const place of this.#places) await this.#untilReady(place);
  }

  /** What is open, as the processes say in their metrics; undefined while one of them can't be asked. */
  async openJobs(): Promise<string[] | undefined> {
    try {
      const texts = this.#places.map(async ({ httpPort }) => {
        const answer = await fetch(`http://127.0.0.1:${httpPort}/metrics`);
        return (await answer.text()).match(OPEN_JOBS) ?? [];
      });
      return (await Promise.all(texts)).flat();
    } catch {
      // It closes connections that rest, just when one is used again.
      return undefined;
    }
  }

  /** Ends all of them, as an operator does. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#places.flatMap(({ running }) => (running ? [this.#end(running)] : [])));
  }

  kill(): void {
    this.#isOver = true;
    for (const { end } of this.#all) void end('SIGKILL');
  }

  /** Lets a disturbance of the processes or of their store happen. Resolves once it is over. */
  async suffer({ kind, place: number, forMs, isHard }: Disturbance): Promise<void> {
    const place = this.#places[number];
    if (!place) throw new RangeError(`there is no process ${number}`);
    if (kind !== 'kill' && kind !== 'deploy') this.#mayEndUntil = Date.now() + forMs + AFTERMATH_MS;
    if (kind === 'kill') await this.#kill(place, forMs);
    else if (kind === 'pause') await this.#pause(place, forMs);
    else if (kind === 'deploy') await this.#deploy(place);
    else if (kind === 'store')
      // On a slow machine, the next one is due before this one is over.
      await this.#outages.run([kind], async () => {
        await this.#options.server.down(isHard);
        await delay(forMs);
        await this.#options.server.up();
      });
    else if (kind === 'partition') {
      place.proxy?.[isHard ? 'hold' : 'goDown']();
      await delay(forMs);
      place.proxy?.comeBack();
    }
  }

  async #kill(place: Place, forMs: number): Promise<void> {
    const { running } = place;
    place.running = undefined;
    await running?.end('SIGKILL');
    await delay(forMs);
    await this.#launch(place);
  }

  async #pause({ running }: Place, forMs: number): Promise<void> {
    this.#signal(running, 'SIGSTOP');
    this.endedAt.push(Date.now());
    await delay(forMs);
    this.#signal(running, 'SIGCONT');
  }

  /** The new process is started first, and the old one ended when that stands by; a file has one user at a time. */
  async #deploy(place: Place): Promise<void> {
    const { running } = place;
    // A process that is paused hears no other signal.
    this.#signal(running, 'SIGCONT');
    if (this.#places.length > 1) {
      await this.#launch(place, { replaces: true });
      await this.#untilReady(place);
      if (running) await this.#end(running);
      return;
    }
    place.running = undefined;
    if (running) await this.#end(running);
    await this.#launch(place);
  }

  async #end(process: EaselProcess): Promise<void> {
    // It ended by itself while the one that follows it was started.
    if (this.#gone.has(process)) return;
    const { code, signal, afterMs } = await process.end('SIGTERM');
    if (code !== 0 && signal !== 'SIGKILL' && Date.now() > this.#mayEndUntil)
      this.faults.push(`SIGTERM ended a process with ${code ?? signal ?? ''}: ${process.errors()}`);
    if (afterMs > STOP_WITHIN_MS) this.faults.push(`a process took ${afterMs} ms to end`);
  }

  #signal(running: EaselProcess | undefined, signal: NodeJS.Signals): void {
    if (running && !this.#gone.has(running)) process.kill(running.pid, signal);
  }

  /** Where one runs already, it is only replaced. */
  async #launch(place: Place, { replaces = false } = {}): Promise<void> {
    const { file, folder, env, note } = this.#options;
    const own = join(folder, `data-${place.number}`);
    await mkdir(own, { recursive: true });
    const httpPort = await freePort();
    // Only now: of two kills at nearly the same time, both want to start what follows.
    const isTaken = place.running !== undefined && !this.#gone.has(place.running);
    if (this.#isOver || (isTaken && !replaces)) return;
    place.httpPort = httpPort;
    const variables = {
      ...env,
      STORE_URL: place.storeUrl,
      DATA_DIR: own,
      HTTP_PORT: String(place.httpPort),
    };
    const launched = startProgram(variables, own, file);
    place.running = launched;
    note(`process ${this.#all.push(launched) - 1} starts in place ${place.number}`);
    void launched.exit.then(({ code, signal }) => this.#ended(place, launched, code ?? signal));
  }

  async #ended(place: Place, process: EaselProcess, how: number | string | null): Promise<void> {
    this.#gone.add(process);
    this.endedAt.push(Date.now());
    const said = process.errors().slice(0, 500);
    this.#options.note(`process ${this.#all.indexOf(process)} ended with ${String(how)} ${said}`.trimEnd());
    if (this.#isOver || place.running !== process) return;
    if (Date.now() > this.#mayEndUntil)
      this.faults.push(`a process ended by itself: ${process.output().slice(-1_000)}${process.errors()}`);
    await delay(SUPERVISOR_MS);
    if (place.running === process) await this.#launch(place);
  }

  async #untilReady(place: Place): Promise<void> {
    const givenUpAt = performance.now() + READY_WITHIN_MS;
    let said = '';
    while (performance.now() < givenUpAt) {
      const answer = await fetch(`http://127.0.0.1:${place.httpPort}/readyz`).catch(() => undefined);
      said = (await answer?.text()) ?? 'nothing';
      if (answer?.ok === true) return;
      await delay(CHECK_INTERVAL_MS);
    }
    const output = place.running?.output().slice(-1_000) ?? '';
    this.faults.push(`a process is not ready after ${READY_WITHIN_MS} ms, and says ${said}: ${output}`);
  }
}

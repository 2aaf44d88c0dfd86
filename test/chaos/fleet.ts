import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Proxy } from '../storage/proxy.ts';
import { startProgram, type EaselProcess } from '../world/easel-program.ts';
import { freePort } from '../world/ports.ts';
import { SHARDS } from './people.ts';
import type { Disturbance } from './plan.ts';
import type { StoreServer } from './servers.ts';

/** How far a clock that is wrong is off. */
const CLOCK_OFF_MS = 5_000;
/** What starts a process again that ended does not do so at once. */
const SUPERVISOR_MS = 1_000;
const READY_WITHIN_MS = 20_000;
const CHECK_INTERVAL_MS = 50;
/** A signal ends a process within so much. */
const STOP_WITHIN_MS = 10_000;

/** Loaded before the program: from the signal on, until the next one, its clock is off. */
const clockPreload = (offMs: number): string => {
  const code = `let off = 0;
const RealDate = Date;
globalThis.Date = class Date extends RealDate {
  constructor(...parts) { if (parts.length > 0) super(...parts); else super(RealDate.now() + off); }
  static now() { return RealDate.now() + off; }
};
process.on('SIGUSR2', () => { off = off === 0 ? ${offMs} : 0; });`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
};

/** Where one process runs, and every other that follows it there. */
interface Place {
  number: number;
  proxy: Proxy | undefined;
  storeUrl: string;
  running: EaselProcess | undefined;
  httpPort: number;
  isPaused: boolean;
  isClockOff: boolean;
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

/** Several Easels on one store, which are started again when they end, as a container's platform does. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #places: Place[];
  readonly #all: EaselProcess[] = [];
  readonly #gone = new Set<EaselProcess>();
  #isOver = false;
  /** What no process may do. */
  readonly faults: string[] = [];

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#places = options.proxies.map(({ proxy, url }, number) => ({
      ...{ number, proxy, storeUrl: url, running: undefined },
      ...{ httpPort: 0, isPaused: false, isClockOff: false },
    }));
  }

  /** What all of them logged, line by line, with the number of the process. */
  *lines(): Generator<string> {
    for (const [index, { output }] of this.#all.entries())
      for (const line of output().split('\n')) if (line !== '') yield `process ${index}: ${line}`;
  }

  /** The shards that the process in a place has taken, as it says; one that is alone has all of them. */
  shardsOf(place: number): number[] {
    if (this.#places.length === 1) return Array.from({ length: SHARDS }, (_, shard) => shard);
    const output = this.#places[place]?.running?.output() ?? '';
    const slots = [...output.matchAll(/"slots":"([\d, ]+)","message":"took over these slots"/g)].at(-1)?.[1];
    return slots?.split(', ').map(Number) ?? [];
  }

  async start(): Promise<void> {
    for (const place of this.#places) {
      await this.#launch(place);
      await this.#untilReady(place);
    }
  }

  /** Resolves once every process is there and has its work, or stands by. */
  async calm(): Promise<void> {
    for (const place of this.#places) {
      place.proxy?.comeBack();
      if (place.isPaused) this.#signal(place, 'SIGCONT');
      if (place.isClockOff) this.#toggleClock(place);
      await this.#untilReady(place);
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

  /** Lets a disturbance happen. Resolves once it is over. */
  async suffer({ kind, place: number, forMs, isHard }: Disturbance): Promise<void> {
    const place = this.#places[number];
    if (!place) throw new RangeError(`there is no process ${number}`);
    switch (kind) {
      case 'kill':
        return this.#kill(place, forMs);
      case 'pause':
        return this.#pause(place, forMs);
      case 'deploy':
        return this.#deploy(place);
      case 'restart-store':
        await this.#options.server.down(isHard);
        await delay(forMs);
        return this.#options.server.up();
      case 'partition':
        place.proxy?.[isHard ? 'hold' : 'goDown']();
        await delay(forMs);
        place.proxy?.comeBack();
        return;
      case 'clock':
        this.#toggleClock(place);
    }
  }

  async #kill(place: Place, forMs: number): Promise<void> {
    const { running } = place;
    place.running = undefined;
    await running?.end('SIGKILL');
    await delay(forMs);
    await this.#launch(place);
  }

  async #pause(place: Place, forMs: number): Promise<void> {
    if (place.isPaused) return;
    place.isPaused = true;
    this.#signal(place, 'SIGSTOP');
    const paused = { running: place.running };
    await delay(forMs);
    place.isPaused = false;
    this.#signal(paused, 'SIGCONT');
  }

  /** The new process is started first, and the old one ended when that is ready or stands by. */
  async #deploy(place: Place): Promise<void> {
    const { running } = place;
    await this.#launch(place);
    await this.#untilReady(place);
    // A process that is paused hears no other signal.
    this.#signal({ running }, 'SIGCONT');
    if (running) await this.#end(running);
  }

  async #end(process: EaselProcess): Promise<void> {
    // It ended by itself while the one that follows it was started.
    if (this.#gone.has(process)) return;
    const { code, signal, afterMs } = await process.end('SIGTERM');
    if (code !== 0)
      this.faults.push(`SIGTERM ended a process with ${code ?? signal ?? ''}: ${process.errors()}`);
    if (afterMs > STOP_WITHIN_MS) this.faults.push(`a process took ${afterMs} ms to end`);
  }

  #signal({ running }: Pick<Place, 'running'>, signal: NodeJS.Signals): void {
    try {
      if (running) process.kill(running.pid, signal);
    } catch {
      // It has ended in this moment.
    }
  }

  #toggleClock(place: Place): void {
    place.isClockOff = !place.isClockOff;
    this.#signal(place, 'SIGUSR2');
  }

  async #launch(place: Place): Promise<void> {
    if (this.#isOver) return;
    const { file, folder, env, note } = this.#options;
    const own = join(folder, `data-${place.number}`);
    await mkdir(own, { recursive: true });
    place.httpPort = await freePort();
    place.isClockOff = false;
    const launched = startProgram(
      {
        ...env,
        STORE_URL: place.storeUrl,
        DATA_DIR: own,
        HTTP_PORT: String(place.httpPort),
        NODE_OPTIONS: clockPreload(place.number % 2 === 0 ? CLOCK_OFF_MS : -CLOCK_OFF_MS),
      },
      own,
      file,
    );
    place.running = launched;
    note(`process ${this.#all.push(launched) - 1} starts in place ${place.number}`);
    void launched.exit.then(({ code, signal }) => this.#ended(place, launched, code ?? signal));
  }

  async #ended(place: Place, process: EaselProcess, how: number | string | null): Promise<void> {
    this.#gone.add(process);
    this.#options.note(`process ${this.#all.indexOf(process)} ended with ${String(how)}`);
    if (this.#isOver || place.running !== process) return;
    const said = process.errors();
    // It was started while there was no store: whoever starts processes again goes on doing so.
    const isExpected = ['Another process has taken over', "Can't open the store"].some((text) =>
      said.includes(text),
    );
    if (!isExpected) this.faults.push(`a process ended by itself: ${said}`);
    await delay(SUPERVISOR_MS);
    if (place.running === process) await this.#launch(place);
  }

  async #untilReady(place: Place): Promise<void> {
    const givenUpAt = performance.now() + READY_WITHIN_MS;
    while (performance.now() < givenUpAt) {
      const answer = await fetch(`http://127.0.0.1:${place.httpPort}/readyz`).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.ok === true) return;
      await delay(CHECK_INTERVAL_MS);
    }
    this.faults.push(
      `a process is not ready after ${READY_WITHIN_MS} ms: ${place.running?.output().slice(-1_000) ?? ''}`,
    );
  }
}

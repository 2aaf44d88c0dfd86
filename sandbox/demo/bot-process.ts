import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { KeyvSqlite } from '@keyv/sqlite';

const ENTRY = fileURLToPath(new URL('../../src/index.ts', import.meta.url));
/** The bot promises to end within 10 s of being told to. */
const STOP_MS = 11_000;

/** What a bot that worked here before has stored: how long its last pictures took, without which no card has a bar. */
const EARLIER_ROWS = {
  schema: { version: 4 },
  'estimates:artgen fast': { value: [7_000, 13_000, 16_000] },
  'estimates:gen 1K': { value: [5_000, 10_000, 11_000] },
};

/** What the bot needs to know to run among the stand-ins. */
export interface BotTestEnvironment {
  botToken: string;
  discordApiUrl: string;
  imageApiUrl: string;
  imageApiKey: string;
  /** Variables beside those that name the stand-ins. */
  env?: Readonly<Record<string, string>>;
  /** Gets every line that the bot logs. */
  onLine: (line: string) => void;
}

/** The unmodified bot in a process of its own. Its data outlives its restarts, and goes with the demo. */
export class BotProcess {
  readonly #testEnvironment: BotTestEnvironment;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(testEnvironment: BotTestEnvironment, folder: string) {
    this.#testEnvironment = testEnvironment;
    this.#folder = folder;
  }

  /** A bot with an empty store, which has not been started. */
  static async create(testEnvironment: BotTestEnvironment): Promise<BotProcess> {
    return new BotProcess(testEnvironment, await mkdtemp(join(tmpdir(), 'easel-demo-')));
  }

  /** Gives the bot, which has not been started, what it would know if it had worked here before. */
  async learn(): Promise<void> {
    const store = new KeyvSqlite({ uri: this.#storeUrl, table: 'easel' });
    for (const [key, row] of Object.entries(EARLIER_ROWS)) await store.set(key, JSON.stringify(row));
    await store.close();
  }

  get running(): boolean {
    return this.#child !== undefined;
  }

  /**
   * Starts the bot where it was left.
   *
   * @throws Error when it ends before it is ready.
   */
  async start(): Promise<void> {
    if (this.#child) return;
    // The working directory is the bot's own, so that no .env file of a developer reaches it.
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), ENTRY], {
      cwd: this.#folder,
      env: this.#env(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    const ended = once(child, 'exit').then(() => {
      if (this.#child === child) this.#child = undefined;
      return 'ended' as const;
    });
    const ready = new Promise<'ready'>((resolve) =>
      createInterface({ input: child.stdout }).on('line', (line) => {
        this.#testEnvironment.onLine(line);
        if (line.includes('"Easel is ready"')) resolve('ready');
      }),
    );
    if ((await Promise.race([ready, ended])) === 'ended')
      throw new Error('The bot ended before it was ready.');
  }

  /** Ends the bot with no warning, as a crash would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Ends the bot as an operator would, and throws its data away. */
  async dispose(): Promise<void> {
    const late = setTimeout(() => this.#child?.kill('SIGKILL'), STOP_MS);
    await this.#end('SIGTERM');
    clearTimeout(late);
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    this.#child = undefined;
  }

  get #storeUrl(): string {
    return `sqlite://${this.#folder}/easel.sqlite`;
  }

  #env(): NodeJS.ProcessEnv {
    const { botToken, discordApiUrl, imageApiUrl, imageApiKey, env } = this.#testEnvironment;
    return {
      PATH: process.env['PATH'],
      DISCORD_TOKEN: botToken,
      DISCORD_API_URL: discordApiUrl,
      IMAGE_API_URL: imageApiUrl,
      IMAGE_API_KEY: imageApiKey,
      STORE_URL: this.#storeUrl,
      DATA_DIR: this.#folder,
      POLL_INTERVAL_MS: '1000',
      ...env,
    };
  }
}

import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { runOnce } from './once.ts';
import { startSandbox, startStandIns } from './sandbox.ts';

/** Where the pictures of `--once` go. */
const FOLDER = 'pictures';
/** Where the page is, unless something else is there. */
const PORT = 3000;
/** Enough to see the bar of the message move. */
const ONCE_MS = 7_000;

/** The bot's log, which is in the way of the card and of the page's address unless it was asked for. */
const { LOG_LEVEL } = process.env;
const env = LOG_LEVEL === undefined ? {} : { LOG_LEVEL };
const onLine = (line: string): void => {
  if (LOG_LEVEL !== undefined) process.stderr.write(`${line}\n`);
};

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const showOnce = async (prompt: string): Promise<void> => {
  print('Starting a stand-in for Discord, a stand-in for the image service, and the bot …\n');
  const durations = { artgen: { minMs: ONCE_MS, maxMs: ONCE_MS }, gen: { minMs: ONCE_MS, maxMs: ONCE_MS } };
  const { discord, stop } = await startStandIns({
    service: { durations },
    hasWorkedBefore: true,
    env,
    onLine,
  });
  try {
    const files = await runOnce({ discord, prompt, folder: FOLDER, print });
    const list = files.map((file) => `  ${file}`).join('\n');
    print(files.length > 0 ? `Saved in ${FOLDER}/:\n${list}` : 'There are no pictures.');
    if (files.length === 0) process.exitCode = 1;
  } finally {
    await stop();
  }
};

const showPage = async (): Promise<void> => {
  print('Starting a stand-in for Discord, a stand-in for the image service, the bot, and a page …\n');
  const { page, stop } = await startSandbox({ port: PORT, hasWorkedBefore: true, env, onLine });
  if (page.port !== PORT) print(`Port ${PORT} is taken by something else, so the page is on another one.`);
  print(`Open ${page.url} in a browser, and type / in the box. Ctrl+C ends it.`);
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  await stop();
};

const HELP = `Easel between stand-ins for Discord and the image service, with no account and no costs.

  npm run demo                      Serve a page that looks like Discord at http://localhost:${PORT}
  npm run demo -- --once "PROMPT"   Run /imagine once in the terminal and save its pictures in ${FOLDER}/
  LOG_LEVEL=debug npm run demo      Print the bot's log, too
  npm run demo -- --help            Show this help

In a new checkout, run npm ci first.`;

const readArguments = () =>
  parseArgs({ options: { once: { type: 'string' }, help: { type: 'boolean', short: 'h' } } }).values;

/** What the terminal asks for; undefined, once that is said, when it can't be read. */
const argumentsOrHelp = (): ReturnType<typeof readArguments> | undefined => {
  try {
    return readArguments();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}\n`);
    process.exitCode = 1;
    return undefined;
  }
};

const wanted = argumentsOrHelp();
if (wanted?.help) print(HELP);
else if (wanted) await (wanted.once === undefined ? showPage() : showOnce(wanted.once));

import { build } from '../src/services/requests/families/index.ts';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { monotonicFactory } from 'ulid';
import { jobsWith } from '../src/commands/history/history-panel.ts';
import { openStores } from '../src/app/stores.ts';
import { cardOf } from '../src/cards/card.ts';
import { jobLine, logMessage } from '../src/cards/log-lines.ts';
import { systemClock } from '../src/lib/clock.ts';
import { KeyedMutex } from '../src/lib/keyed-mutex.ts';
import { ENGLISH } from '../src/messages/language.ts';
import { ownerName } from '../src/services/accounts/api-key-rows.ts';
import { ApiKeys } from '../src/services/accounts/api-keys.ts';
import { EncryptionKeys } from '../src/services/accounts/encryption-keys.ts';
import { Blocklists, type Blocklist } from '../src/services/guilds/blocklist/blocklists.ts';
import { ANSWER_BYTES, TASK_BYTES } from '../src/services/image-api/client.ts';
import { parseJobStatusResponse, parseSubmitResponse } from '../src/services/image-api/parse-response.ts';
import { permute } from '../src/services/requests/permutations.ts';
import { readPrompt, splitPrompt, writePrompt } from '../src/services/requests/prompt.ts';
import { artgen } from '../src/services/requests/families/artgen.ts';
import { gen } from '../src/services/requests/families/gen.ts';
import { MAX_PROMPT_LENGTH } from '../src/services/requests/families/checks.ts';
import { MAX_SERVER_STYLES, MAX_STYLE_TEXT_LENGTH, stylesLike } from '../src/services/requests/styles.ts';
import type { EndedJob, WaitingJob } from '../src/services/jobs/job.ts';
import { Line } from '../src/services/jobs/line.ts';
import { BATCH_SIZE } from '../src/services/jobs/poll-plan.ts';
import { readBody } from '../src/services/network/read-body.ts';
import { createLog } from '../src/services/operations/log.ts';
import { openStorage } from '../src/services/storage/index.ts';
import { ACCEPTED } from '../test/world/job.ts';
import { ANSWERS, filled, LIGATURE, listOf, LISTS, PROMPTS } from './long-texts.ts';
import { milliseconds, table } from './statistics.ts';
import { temporaryFolder } from './test-environment.ts';

/** Each input as often: the least is what it costs where nothing else runs. */
const TIMES = Number(process.env['BLOCKS_TIMES'] ?? 5);
/** A part of the names of the only inputs to run. */
const ONLY = new RegExp(process.env['BLOCKS_ONLY'] ?? '');
/** The longest that all people may wait for one person's input. */
const LIMIT_MS = 50;
/** What a broken service may send. */
const SENT_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;
/** What Easel reads of it: of more, nothing but the length. */
const POLL_BYTES = ANSWER_BYTES + TASK_BYTES * BATCH_SIZE;

/** One input that others can make long, and what the program does with it. */
interface Input {
  who: 'a member' | 'an admin' | 'the service' | 'the store';
  what: string;
  run: () => unknown;
  /** What isn't measured. */
  prepare?: () => Promise<unknown>;
}

/** The processor time that this process has used, in milliseconds. */
const usedMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * The longest block of the event loop by some work, in milliseconds of processor time. Garbage that other threads collect
 * counts, too, and nothing that other programs do.
 */
const longestBlock = async (run: () => unknown): Promise<number> => {
  globalThis.gc?.();
  await setImmediate();
  let longest = 0;
  let since = usedMs();
  let isDone = false;
  const look = () => {
    const now = usedMs();
    longest = Math.max(longest, now - since);
    since = usedMs();
  };
  const keepLooking = async () => {
    while (!isDone) {
      await setImmediate();
      look();
    }
  };
  const looking = keepLooking();
  try {
    await run();
  } catch {
    // A refusal is an answer, too.
  }
  isDone = true;
  await looking;
  return longest;
};

const openBlocklists = async (folder: string) => {
  const storage = await openStorage(`sqlite://${folder}/blocks.sqlite`);
  const lease = storage.database.lease({ shards: 'auto', parts: 1, onEvent: () => undefined });
  return { storage, stores: openStores(storage, lease) };
};

const ENDED = {
  ...ACCEPTED,
  target: { ...ACCEPTED.target, messageId: '2' },
  endedAt: 1,
  delivery: 'due' as const,
};
const endedOf = (prompt: string, reason: string): EndedJob => ({
  ...ENDED,
  submission: { family: 'artgen', body: { prompt } },
  state: 'failed',
  failure: { kind: 'task-failed', reason },
});

const waitingOf = (index: number): WaitingJob => ({
  state: 'waiting',
  ...ACCEPTED,
  id: `01M${String(index).padStart(23, '0')}`,
  personId: String(index % 50),
  guildId: String(index % 3),
  atOnce: { person: 2, server: 4 },
  acceptedAt: Date.now() - 10_000 + index,
});

const answered = (body: string) => ({ status: 200, retryAfterMs: undefined, body });
const CONTEXT = { apiKey: 'an-api-key-0123456789' };

/** Runs every input through the program's own functions, and says how long each blocks all others. */
export const benchBlocks = async (): Promise<string> => {
  const { folder, remove } = await temporaryFolder();
  const { storage, stores } = await openBlocklists(folder);
  const inputs: Input[] = [];
  const add = (who: Input['who'], what: string, run: Input['run']) => inputs.push({ who, what, run });

  // Blocklists: each list with each prompt, and the making of both lists.
  const blocklists = (lists: Blocklist) =>
    stores.blocklists.set('1', lists).then(() => new Blocklists(stores.blocklists, systemClock, systemClock));
  for (const [name, make] of Object.entries(LISTS)) {
    const list = listOf(make);
    const other = listOf(LISTS['runs of a'] ?? make);
    let wanted: Blocklists;
    add('an admin', `both lists are read: ${name}`, async () => {
      await stores.blocklists.set('1', { rules: list, exceptions: list, bans: [] });
      wanted = new Blocklists(stores.blocklists, systemClock, systemClock);
      await wanted.findIn('1', 'a');
    });
    add('an admin', `a form adds ${list.length} rules: ${name}`, async () => {
      const empty = await blocklists({ rules: [], exceptions: [], bans: [] });
      await empty.add('1', { rules: list, exceptions: list });
    });
    for (const [kind, prompt] of Object.entries(PROMPTS)) {
      add('a member', `rules (${name}), exceptions (runs of a): ${kind}`, async () => {
        const present = await stores.blocklists.get('1');
        if (present?.exceptions.join() !== other.join() || present.rules.join() !== list.join()) {
          await stores.blocklists.set('1', { rules: list, exceptions: other, bans: [] });
          wanted = new Blocklists(stores.blocklists, systemClock, systemClock);
          await wanted.findIn('1', 'z');
        }
        await wanted.findIn('1', prompt);
      });
    }
  }
  add('a member', 'ten prompts against the same lists', async () => {
    const list = listOf(LISTS['stars inside'] ?? String);
    await stores.blocklists.set('1', {
      rules: list,
      exceptions: listOf(LISTS['runs of a'] ?? String),
      bans: [],
    });
    const all = new Blocklists(stores.blocklists, systemClock, systemClock);
    await all.check({
      guildId: '1',
      channelId: '1',
      personId: '1',
      roleIds: [],
      managesServer: false,
      requests: Array.from({ length: 10 }, () =>
        build({
          family: 'artgen',
          options: { prompt: PROMPTS['signs between'] ?? '' },
        }),
      ).map(({ built }) => built),
    });
  });

  // Styles, prompts and their flags.
  const places = filled('{prompt}', MAX_STYLE_TEXT_LENGTH);
  const styles = Array.from({ length: MAX_SERVER_STYLES }, (_, index) => ({
    id: String(index),
    name: `${filled(LIGATURE, 40)}${index}`,
    text: places,
  }));
  add('a member', 'the name of a style', () => stylesLike([...styles, ...styles], filled(LIGATURE, 6_000)));
  for (const [kind, own] of Object.entries({
    emoji: filled('😀', MAX_PROMPT_LENGTH),
    flags: filled(' --no a --ar 1:1', MAX_PROMPT_LENGTH),
    dashes: filled('--', MAX_PROMPT_LENGTH),
    'long dashes': filled(' —no', MAX_PROMPT_LENGTH),
    quotes: filled('"', MAX_PROMPT_LENGTH),
    blanks: filled(' ', MAX_PROMPT_LENGTH),
    'opening braces': filled('{', MAX_PROMPT_LENGTH),
    'pairs of choices': filled('{a,b}', MAX_PROMPT_LENGTH),
    commas: `{${filled(',', MAX_PROMPT_LENGTH - 2)}}`,
    repeats: filled(' --repeat 9', MAX_PROMPT_LENGTH),
    backslashes: filled('\\{', MAX_PROMPT_LENGTH),
    addresses: filled('http://', MAX_PROMPT_LENGTH),
    ratios: filled('--ar 1 ', MAX_PROMPT_LENGTH),
  })) {
    add('a member', `a prompt of ${kind}`, () => [
      permute(own),
      splitPrompt(readPrompt(own).prompt.whole),
      writePrompt({ prompt: own }, readPrompt(places).prompt),
    ]);
    add('a member', `a prompt of ${kind} in a style with many places`, () =>
      artgen.build({ prompt: own, style: { name: 'a', text: places } }),
    );
  }
  add('a member', 'addresses of references', () =>
    gen.build({ prompt: 'a fox', referenceUrls: filled('https://a.b/c ', 6_000) }),
  );

  // Answers of the service.
  const ids = Array.from({ length: BATCH_SIZE }, (_, index) => `task-${index}`);
  for (const [kind, make] of Object.entries(ANSWERS)) {
    const [poll, submission] = [make(POLL_BYTES), make(ANSWER_BYTES)];
    add('the service', `a poll's longest answer: ${kind}`, () =>
      parseJobStatusResponse(answered(poll), CONTEXT, ids),
    );
    add('the service', `a submission's longest answer: ${kind}`, () =>
      parseSubmitResponse(answered(submission), CONTEXT),
    );
  }
  const plain = Array.from({ length: SENT_BYTES / PIECE_BYTES }, () => Buffer.alloc(PIECE_BYTES, ' '));
  add('the service', 'an answer of 8 MB is read', () => readBody(Readable.from(plain), {}, POLL_BYTES));
  const packed = gzipSync(Buffer.concat(plain));
  add('the service', 'a packed answer of 8 MB is read', () =>
    readBody(Readable.from([packed]), { 'content-encoding': 'gzip' }, POLL_BYTES),
  );
  for (const [kind, reason] of Object.entries({
    markup: filled('*_~`|>[](', 65_536),
    mentions: filled('<@1>', 65_536),
    signs: filled(LIGATURE, 65_536),
    lines: filled('\n', 65_536),
  })) {
    add('the service', `the card and the log line of a reason: ${kind}`, () => {
      const job = endedOf('a fox', reason);
      return [cardOf(job, { now: 0 }), logMessage(Array.from({ length: 10 }, () => jobLine(job, ENGLISH)))];
    });
  }

  // What is kept.
  const log = createLog({ level: 'debug', destination: { write: () => undefined } });
  const encryption = { dataDir: folder, randomBytes };
  const keyring = () =>
    new ApiKeys({
      ...encryption,
      store: stores.apiKeys,
      locks: new KeyedMutex(),
      lease: { owns: () => true },
      openJobs: { needsKey: () => true },
      clock: systemClock,
      log,
    });
  const fill = async () => {
    const keys = await EncryptionKeys.load(encryption, []);
    const changes = Array.from({ length: 10_000 }, (_, index) => {
      const owner = ownerName({ guildId: String(10_000 + index), personId: '1' });
      const keyRef = randomBytes(12).toString('hex');
      const sealed = keys.seal(`key-${index}-0123456789abcdef`, { owner, keyRef });
      return stores.apiKeys.setting(keyRef, { kind: 'sealed', owner, sealed });
    });
    await stores.commit(changes);
  };
  inputs.push({
    who: 'the store',
    what: '10,000 stored keys, at the start',
    run: () => keyring().start(),
    prepare: fill,
  });
  add('the store', '10,000 stored keys, in a line of the log', () => {
    log.info('a line', { text: filled('key-', 2_000), error: new Error(filled('key-1-', 2_000)) });
  });
  for (const [kind, prompt] of Object.entries(PROMPTS))
    add('a member', `a search in 200 requests: ${kind}`, () =>
      jobsWith(
        Array.from({ length: 200 }, () => endedOf(prompt, '')),
        filled('a b c d ', 70),
      ),
    );
  const waiting = Array.from({ length: 5_000 }, (_, index) => waitingOf(index));
  const byId = new Map(waiting.map((job) => [job.id, job]));
  const jobs = { get: (id: string) => byId.get(id), all: () => byId.values() };
  const newLine = () => new Line({ clock: systemClock }, '1', jobs, new Set());
  add('a member', '5,000 waiting requests, at the start', () => {
    const line = newLine();
    for (const job of waiting) line.enqueue(job, false);
    return line.ready();
  });
  const full = newLine();
  for (const job of waiting) full.enqueue(job, false);
  add('a member', '5,000 waiting requests, with each start of one', () => full.ready());
  add('a member', '5,000 waiting requests, in /jobs', () => full.waits(undefined));
  const ulid = monotonicFactory();
  const fillOpen = () =>
    stores.commit(Array.from({ length: 5_000 }, (_, index) => stores.open.setting(ulid(), waitingOf(index))));
  inputs.push({
    who: 'the store',
    what: '5,000 open requests are read',
    run: () => stores.open.entries({ isStrict: true }),
    prepare: fillOpen,
  });

  const rows: { input: Input; least: number; first: number }[] = [];
  for (const input of inputs.filter(({ what }) => ONLY.test(what))) {
    const blocks: number[] = [];
    await input.prepare?.();
    for (let time = 0; time < TIMES; time += 1) blocks.push(await longestBlock(input.run));
    rows.push({ input, least: Math.min(...blocks), first: blocks[0] ?? NaN });
    process.stderr.write(`${input.who}, ${input.what}: ${blocks.map(milliseconds).join(' ')}\n`);
  }
  await storage.close();
  await remove();
  const over = rows.filter(({ least }) => least > LIMIT_MS);
  const shown = [...rows].sort((a, b) => b.least - a.least);
  return [
    table(
      ['who', 'what', 'longest block', 'the first time'],
      shown.map(({ input, least, first }) => [
        input.who,
        input.what,
        milliseconds(least),
        milliseconds(first),
      ]),
    ),
    `${rows.length} inputs, ${over.length} of them over ${LIMIT_MS} ms.`,
  ].join('\n\n');
};

/**
 * Which files of src run on four walks through the house, and how many of their functions: from a command to the body that the
 * image service gets, from there to the card, at a click and in a panel. Fails where that isn't what walks.txt says; `--update`
 * writes it.
 */
import { Session } from 'node:inspector/promises';
import { readFile, writeFile } from 'node:fs/promises';
import { ENGLISH } from '../src/messages/language.ts';
import { ShiftableClock } from '../test/world/shiftable-clock.ts';
import { startTestEnvironment } from './test-environment.ts';

const LIST = new URL('walks.txt', import.meta.url);
const HEAD = `Files of src/ that run, and how many of their functions. To update this list, run \`npm run walk -- --update\`.
"leaf" stands before the leaves: lib, messages, storage, network and operations.
`;
const LEAVES = /^(?:lib|messages|services\/(?:operations|storage|network))\//;
/** Longer than any pause between two rounds of what runs by itself. */
const ROUND_MS = 20_000;
const ROUNDS = 5;

/** The functions that ran, as `file function@place`. */
type Ran = ReadonlySet<string>;

const startCoverage = async (): Promise<() => Promise<Ran>> => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  // Taking the counts resets them.
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return new Set(
      result.flatMap(({ url, functions }) => {
        const [, file] = /^file:.*\/src\/(.+)$/.exec(url) ?? [];
        if (file === undefined || url.includes('/node_modules/')) return [];
        // The whole file is a function, and so is what the loader names functions with.
        const own = functions.filter(
          ({ functionName, ranges }) => functionName !== '__name' && ranges[0]?.startOffset !== 0,
        );
        return own
          .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
          .map(({ functionName, ranges }) => `${file} ${functionName}@${ranges[0]?.startOffset ?? 0}`);
      }),
    );
  };
};

/** Takes what still runs until nothing does. */
const quiet = async (look: () => Promise<Ran>): Promise<Ran> => {
  const ran = new Set<string>();
  for (let silent = 0; silent < 3;) {
    const now = await look();
    silent = now.size === 0 ? silent + 1 : 0;
    for (const one of now) ran.add(one);
  }
  return ran;
};

const walk = (name: string, ran: Ran, idle: Ran): string => {
  const counts = new Map<string, number>();
  for (const one of ran) {
    const file = one.slice(0, one.indexOf(' '));
    if (!idle.has(one)) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  const files = [...counts.keys()].sort();
  const above = files.filter((file) => !LEAVES.test(file)).length;
  const functions = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const lines = files.map((file) => `${LEAVES.test(file) ? 'leaf ' : ''}${file} ${counts.get(file) ?? 0}`);
  return `\n## ${name}: ${files.length} files, ${above} above the leaves, ${functions} functions\n${lines.join('\n')}\n`;
};

const measure = async (): Promise<string> => {
  const clock = new ShiftableClock();
  const look = await startCoverage();
  const world = await startTestEnvironment(
    {
      now: () => clock.trueTime(),
      durations: { artgen: { minMs: 20, maxMs: 40 }, gen: { minMs: 20, maxMs: 40 } },
    },
    { POLL_INTERVAL_MS: '50', HTTP_PORT: '0' },
    { now: () => clock.trueTime() },
  );
  const easel = await world.startEasel(clock);
  const { discord, service } = world;
  const { atelier, member, admin } = discord.world;
  const person = discord.as(member.id);
  const painted = async (id: string) => {
    await discord.until(() => (discord.message(id)?.embeds ?? []).some(({ image }) => image !== undefined), {
      what: 'pictures',
    });
  };
  const closed = async () => {
    const metrics = async () => (await fetch(`http://127.0.0.1:${easel.httpPort() ?? 0}/metrics`)).text();
    while (/^easel_open_jobs\b.* [1-9]/m.test(await metrics()));
    return quiet(look);
  };
  const asked = async (prompt: string): Promise<string> =>
    (await person.slash(atelier.channelId, 'imagine', { prompt })).message?.id ?? '';
  // What only the first request needs is read once.
  await painted(await asked('a boat'));
  await closed();
  let idle: Ran = new Set();
  for (let round = 0; round < ROUNDS; round += 1) {
    clock.advance(ROUND_MS);
    idle = new Set([...idle, ...(await quiet(look))]);
  }

  const before = service.submissions.length;
  const id = await asked('a lighthouse --ar 16:9');
  while (service.submissions.length === before) await new Promise((resolve) => setImmediate(resolve));
  const toBody = walk('From the command to the body', await look(), idle);
  await painted(id);
  const toCard = walk('From the body to the card', await look(), idle);
  await closed();
  const buttons = (discord.message(id)?.components ?? []).flatMap(({ components = [] }) => components);
  const edit = buttons.find(({ label }) => label === ENGLISH.card.buttons.editPrompt)?.custom_id ?? '';
  await person.click(id, edit);
  const click = walk('A click on Edit prompt', await quiet(look), idle);
  await discord.as(admin.id).slash(atelier.channelId, 'settings');
  const panel = walk('The panel of /settings', await quiet(look), idle);
  await easel.stop();
  clock.end();
  await world.stop();
  return [HEAD, toBody, toCard, click, panel].join('');
};

const now = await measure();
console.log(now.match(/^## .*$/gm)?.join('\n'));
if (process.argv.includes('--update')) await writeFile(LIST, now);
else if (now !== (await readFile(LIST, 'utf8'))) {
  console.error(now);
  console.error(
    'These are not the walks of bench/walks.txt: npm run walk -- --update writes them, and git diff shows the difference.',
  );
  process.exitCode = 1;
}
process.exit();

import { setTimeout as delay } from 'node:timers/promises';
import type { InteractionResult, Message } from '../sandbox/discord/index.ts';
import { chunks } from '../src/lib/lists.ts';
import { customId } from '../src/messages/custom-id.ts';
import { MAX_PROMPT_LENGTH } from '../src/services/requests/families/checks.ts';
import { openStorage } from '../src/services/storage/index.ts';
import { closedJobs, storeClosed } from '../test/world/closed-jobs.ts';
import { picturesOf } from '../test/world/messages.ts';
import { type EmptyStore, emptyStores } from './databases.ts';
import { filled } from './long-texts.ts';
import type { Programs } from './programs.ts';
import { mebibytes, milliseconds, table, timed } from './statistics.ts';
import { startTestEnvironment } from './test-environment.ts';

/** What one person can have asked for in an evening, if the service refuses it all. */
const REQUESTS = 30_000;
const PAGE = 1_000;
const LOOK_EVERY_MS = 50;
const PROMPT = filled('a lighthouse at dusk, in the style of a woodcut; ', MAX_PROMPT_LENGTH);

const hasFile = ({ attachments }: Message): boolean => attachments.length > 0;
const hasPictures = (message: Message): boolean => picturesOf(message) > 0;
const hasText = ({ content }: Message): boolean => content !== '';
const hasNoButtons = ({ components }: Message): boolean => components.length === 0;

const measure = async (programs: Programs, { kind, url, remove }: EmptyStore): Promise<string[][]> => {
  const world = await startTestEnvironment({}, { STORE_URL: url });
  const { discord } = world;
  const { atelier, member } = discord.world;
  await (await programs.start('easel', world.env)).end();
  const storage = await openStorage(url);
  for (const jobs of chunks(closedJobs(member.id, REQUESTS, PROMPT), PAGE)) await storeClosed(storage, jobs);
  // As if they had deleted their data and gone on: all of it is looked at each hour, and at each start.
  await storage.commit([{ key: `erased:${member.id}`, text: JSON.stringify({ value: -1 }) }]);
  await storage.close();
  const program = await programs.start('easel', world.env);
  const person = discord.as(member.id);
  const rows: string[][] = [];
  const add = async (
    what: string,
    isDone: (message: Message) => boolean,
    act: () => Promise<InteractionResult>,
  ) => {
    await program.usage({ watch: true });
    const took = await timed(async () => {
      const { message } = await act();
      const present = () => discord.message(message?.id ?? '');
      for (let shown = present(); !shown || !isDone(shown); shown = present()) await delay(LOOK_EVERY_MS);
    });
    const { longestTurnMs, mostRssBytes } = await program.usage();
    rows.push([`${what}, ${kind}`, milliseconds(longestTurnMs), mebibytes(mostRssBytes), milliseconds(took)]);
  };
  const panel = await person.slash(atelier.channelId, 'privacy');
  await add('history', hasText, () => person.slash(atelier.channelId, 'history'));
  await add('download', hasFile, () => person.click(panel.message?.id ?? '', customId('export-data')));
  await add('a request that is closed', hasPictures, () =>
    person.slash(atelier.channelId, 'imagine', { prompt: 'a fox' }),
  );
  const question = await person.click(panel.message?.id ?? '', customId('ask-to-erase'));
  await add('erasure', hasNoButtons, () => person.click(question.message?.id ?? '', customId('erase-data')));
  await program.end();
  await world.stop();
  await remove();
  return rows;
};

/** What one person's 30,000 closed requests cost everybody: the longest turn, and the most memory so far. */
export const benchLists = async (programs: Programs): Promise<string> => {
  const rows: string[][] = [];
  for (const store of await emptyStores()) rows.push(...(await measure(programs, store)));
  const head = [`${REQUESTS} closed requests of one person`, 'longest turn', 'memory', 'until it is done'];
  return table(head, rows);
};

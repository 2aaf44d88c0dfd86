import { cells, table, timed } from './statistics.ts';
import { startTestEnvironment, type TestEnvironment } from './test-environment.ts';

const NEVER = { minMs: 1e9, maxMs: 1e9 };
/** How many people press Enter at the same moment, and how often that is repeated. */
const CROWDS = [
  { people: 1, rounds: 200 },
  { people: 20, rounds: 20 },
  { people: 100, rounds: 5 },
] as const;

/** From the command to the card that stands in the channel: the request is in the store by then. */
const measure = async ({ discord }: TestEnvironment, people: number, rounds: number): Promise<number[]> => {
  const { channelId } = discord.world.atelier;
  const ids = Array.from({ length: people }, (_, index) => discord.addUser({ username: `crowd${index}` }).id);
  for (const id of ids) discord.addMember(discord.world.atelier.guild.id, id);
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ask = (id: string) =>
      timed(async () => {
        const { answered } = await discord.as(id).slash(channelId, 'imagine', { prompt: 'a lighthouse' });
        if (!answered) throw new Error('an interaction was not answered in time');
      });
    samples.push(...(await Promise.all(ids.map(ask))));
  }
  return samples;
};

/** How long people wait for the first answer: discord.js, the store and REST included. */
export const benchAcknowledgement = async (): Promise<string> => {
  const testEnvironment = await startTestEnvironment(
    { durations: { artgen: NEVER, gen: NEVER } },
    { ACCOUNT_REQUESTS_PER_SECOND: '50' },
  );
  const easel = await testEnvironment.startEasel();
  const rows: string[][] = [];
  for (const { people, rounds } of CROWDS)
    rows.push([`${people} at the same moment`, ...cells(await measure(testEnvironment, people, rounds))]);
  await easel.stop();
  await testEnvironment.stop();
  return table(['`/imagine`, until the card stands', 'p50', 'p99', 'longest'], rows);
};

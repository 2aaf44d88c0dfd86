/** Plays against Easel as badly as it can until its time is over. `--seed N` plays the same again, `--seconds N` for so long. */
import { parseArgs } from 'node:util';
import { startEaselProcess } from './easel-process.ts';
import { drawEpisode, playEpisode } from './episode.ts';
import { CALM } from './requests.ts';

const { values } = parseArgs({ options: { seed: { type: 'string' }, seconds: { type: 'string' } } });
const first = Number(values.seed ?? Date.now() % 1_000_000);
const seconds = Number(values.seconds ?? 60);
if (!Number.isInteger(first) || !(seconds > 0))
  throw new Error('Expected `--seed` and `--seconds` to be numbers');

const easel = await startEaselProcess();
// The first answers of a process take longer, while its code is being compiled.
await playEpisode(easel, { rows: [], moves: CALM.map((request) => ({ kind: 'request', request })) });
let [episodes, requests, taken, failed] = [0, 0, 0, 0];
const endsAt = performance.now() + seconds * 1_000;
// One with a given seed is played even when there is no time for it; the next one has the next seed.
do {
  const seed = first + episodes;
  const story = await playEpisode(easel, drawEpisode(seed));
  episodes += 1;
  requests += story.requests;
  taken += story.taken;
  if (story.faults.length === 0) continue;
  failed += 1;
  console.error(`\n--- seed ${seed} ---\n${story.faults.map((fault) => `- ${fault}`).join('\n')}`);
  if (values.seed !== undefined) console.error(story.transcript);
  console.error(`Again: npm run fuzz -- --seed ${seed} --seconds 1`);
} while (performance.now() < endsAt);
easel.kill();
console.log(
  `${episodes} episodes from seed ${first}: ${requests} requests, ${taken} paid for, ${failed} episodes failed`,
);
process.exitCode = failed > 0 ? 1 : 0;

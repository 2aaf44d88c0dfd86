import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Message } from '../../sandbox/discord/index.ts';
import type { Call } from '../../sandbox/image-service/index.ts';
import { startProgramWorld } from '../world/program-world.ts';
import { seededRandom } from '../../sandbox/image-service/random.ts';
import type { TestEnvironment } from '../world/world.ts';
import { picturesOf, textOf } from '../world/messages.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';

const KILLS = 50;
const PEOPLE = 6;
/** A submission is answered and stored within this, unless Easel dies. */
const ANSWERED_WITHIN_MS = 3_000;
const PROMPT = /request\d+x/;

interface JobRequest {
  prompt: string;
  /** Discord says that Easel answered. */
  answered: boolean;
}

/** People who make one request after the other while Easel runs, until they are stopped. */
const crowd = ({ discord }: TestEnvironment, random: () => number) => {
  const { atelier, gallery } = discord.world;
  const requests: JobRequest[] = [];
  const stopped = new AbortController();
  const askOnce = async (personId: string): Promise<void> => {
    const isThere = discord.gateway.sessions.some(({ connected }) => connected);
    if (!isThere || discord.commands().length === 0) return;
    const prompt = `request${requests.length}x`;
    const request: JobRequest = { prompt, answered: false };
    requests.push(request);
    const channelId = random() < 0.5 ? atelier.channelId : gallery.channelId;
    const [command, isPrivate] = [random() < 0.6 ? 'imagine' : 'gen', random() < 0.1];
    const { answered } = await discord.as(personId).slash(channelId, command, { prompt, private: isPrivate });
    request.answered = answered;
  };
  const person = async (): Promise<void> => {
    const { id } = discord.addUser({ username: `person${String(random()).slice(2)}` });
    for (const { guild } of [atelier, gallery]) discord.addMember(guild.id, id);
    while (!stopped.signal.aborted) {
      await Promise.race([askOnce(id), delay(400)]);
      await delay(40 + random() * 160);
    }
  };
  const people = Array.from({ length: PEOPLE }, person);
  const stop = async () => {
    stopped.abort();
    await Promise.all(people);
    // Whoever was not answered learns it after three seconds.
    await delay(3_200);
  };
  return { requests, stop };
};

type Outcome = 'pictures' | 'unknown' | 'failed' | 'open';

const outcomeOf = (card: Message): Outcome => {
  const description = textOf(card);
  if (picturesOf(card) > 0) return 'pictures';
  if (description.includes(ENGLISH.card.unknown[0])) return 'unknown';
  const titles = [...Object.values(ENGLISH.card.failures), ENGLISH.card.timedOut].map(([title]) => title);
  return titles.some((title) => description.includes(title)) ? 'failed' : 'open';
};

const cardsOf = ({ discord }: TestEnvironment): Map<string, Message[]> => {
  const { atelier, gallery } = discord.world;
  const cards = new Map<string, Message[]>();
  for (const message of [atelier, gallery].flatMap(({ channelId }) => discord.messagesIn(channelId))) {
    const prompt = PROMPT.exec(textOf(message))?.[0];
    if (prompt !== undefined) cards.set(prompt, [...(cards.get(prompt) ?? []), message]);
  }
  return cards;
};

test(
  `after ${KILLS} kills at random moments no picture is lost and nothing was asked for twice`,
  { timeout: 400_000 },
  async () => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
    const random = seededRandom(seed);
    const world = await startProgramWorld({
      service: { durations: { artgen: { minMs: 50, maxMs: 1_500 }, gen: { minMs: 50, maxMs: 800 } } },
      env: { ACCOUNT_REQUESTS_PER_SECOND: '100' },
    });
    const { discord, service, launch, start } = world;
    onTestFinished(({ task }) => {
      if (task.result?.state === 'fail')
        process.stderr.write(`SEED=${seed}
`);
    });
    // Slow enough answers that a kill often finds a submission on its way.
    service.faults.order({
      kind: 'slow',
      milliseconds: 40,
      moment: 'after',
      operation: 'artgen.submit',
      times: Infinity,
    });
    const { requests, stop: stopAsking } = crowd(world, random);
    const killedAt: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const easel = launch();
      if (random() < 0.8) await easel.ready;
      await delay(random() * 500);
      await easel.end('SIGKILL');
      killedAt.push(Date.now());
    }
    await start();
    await stopAsking();
    await discord.until(
      () => [...cardsOf(world).values()].flat().every((card) => outcomeOf(card) !== 'open'),
      {
        what: 'the end of every card',
        timeoutMs: 30_000,
      },
    );

    const cards = cardsOf(world);
    const submissions = new Map<string, Call[]>();
    for (const call of service.submissions) {
      const prompt = PROMPT.exec(JSON.stringify(call.body))?.[0] ?? '';
      submissions.set(prompt, [...(submissions.get(prompt) ?? []), call]);
    }
    const counts = {
      requests: requests.length,
      pictures: 0,
      unknown: 0,
      failed: 0,
      open: 0,
      neverSubmitted: 0,
    };
    for (const { prompt, answered } of requests) {
      const [card, ...more] = cards.get(prompt) ?? [];
      const calls = submissions.get(prompt) ?? [];
      expect(calls.length, `submissions of ${prompt}`).toBeLessThanOrEqual(1);
      expect(more, `further cards of ${prompt}`).toEqual([]);
      if (!card) {
        expect(answered, `an answer without a card to ${prompt}`).toBe(false);
        expect(calls, `submissions of ${prompt}, which has no card`).toEqual([]);
        counts.neverSubmitted += 1;
        continue;
      }
      const outcome = outcomeOf(card);
      counts[outcome] += 1;
      if (outcome === 'pictures') expect(calls).toHaveLength(1);
      if (outcome === 'unknown') {
        // Only a kill right after the submission left makes an outcome unknown.
        const at = calls[0]?.at ?? killedAt.at(-1) ?? 0;
        expect(
          killedAt.some((killed) => killed >= at - 50 && killed - at < ANSWERED_WITHIN_MS),
          prompt,
        ).toBe(true);
      }
    }
    process.stdout.write(`seed ${seed}: ${JSON.stringify(counts)}\n`);
    expect(counts.failed + counts.open).toBe(0);
    expect(counts.pictures).toBeGreaterThan(KILLS);
    expect(service.tasks.length).toBe(service.submissions.length);
  },
);

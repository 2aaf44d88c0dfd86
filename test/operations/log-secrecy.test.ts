import { expect, test } from 'vitest';
import { z } from 'zod';
import { openStorage } from '../../src/services/storage/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { changeBlocklist } from '../world/admin-panels.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { API_KEY, startWorld, type World } from '../world/world.ts';
import { ask, expectLogged, expectOpenJobs, interact, type Asking } from '../world/asking.ts';

const PROMPT = 'marmalade palace beside a velvet lake';
const STYLE_TEXT = 'in thistle coloured morning light';
const RULE = 'tarnished doorknob';

/** Every token of an interaction that stood in a request to Discord. */
const tokensOf = ({ discord }: World): string[] =>
  discord.requests.flatMap(({ path }) => /^\/(?:webhooks|interactions)\/\d+\/([^/?]+)/.exec(path)?.[1] ?? []);

/** In the address that a person typed. */
const HOOK_SECRET = '3f9aunguessable';

/** The paths of all pictures, where the service keeps them and where Discord does. */
const picturePathsOf = ({ service, discord }: World): string[] => {
  const urls = service.tasks.flatMap(({ pictureUrls }) => pictureUrls);
  const shown = discord.requests.flatMap(
    ({ answer }) => JSON.stringify(answer ?? null).match(/https?:[^"\\]+\/attachments\/[^"\\?]+/g) ?? [],
  );
  return [...urls, ...shown].map((url) => new URL(url).pathname);
};

const makeStyle = async ({ discord }: World): Promise<void> => {
  const person = discord.as(discord.world.member.id);
  const { message } = await person.slash(discord.world.atelier.channelId, 'styles');
  const { modal } = await person.click(message?.id ?? '', customId('style-form', 'own'));
  if (!modal) throw new Error('no form');
  await person.submitModal(modal, { name: 'Morning', text: STYLE_TEXT });
};

/** Puts rows into the store that no Easel wrote. */
const breakRows = async ({ env }: World): Promise<void> => {
  const storage = await openStorage(env['STORE_URL'] ?? '', { onConnectionError: () => undefined });
  const broken = storage.open('settings', z.unknown());
  await broken.set('broken', { prompt: PROMPT });
  await storage.close();
};

/** Asks for the picture, and waits until it was delivered in one of the ways left. */
const delivered = async (world: World, asking: Asking = {}): Promise<void> => {
  await ask(world, PROMPT, asking);
  await expectOpenJobs(world, 0);
};

const EDITS = { route: /webhooks|messages/, method: 'PATCH' };

test('no token, prompt, key, style, rule, hook or address of a picture reaches the log, whatever fails', async () => {
  const world = await startWorld({ isHurried: true, web: { waitsMs: [] } });
  const { discord, service, clock, log } = world;
  const { atelier, member } = discord.world;
  await makeStyle(world);
  await changeBlocklist(world, { rules: RULE });

  // Limits, refusals and outages of Discord, while it is answered, edited and read.
  discord.faults.rateLimit({ route: /callback/, method: 'POST' }, { retryAfterS: 0.2 });
  discord.faults.rateLimit({ ...EDITS, times: 2 }, { retryAfterS: 0.2 });
  await delivered(world, {
    options: { style: 'Morning', hook_url: `https://hooks.example/${HOOK_SECRET}` },
  });
  const refusal = {
    code: 50_035,
    message: 'Invalid Form Body',
    errors: {
      embeds: { '0': { description: { _errors: [{ code: 'X', message: `Value "${PROMPT}" is bad` }] } } },
    },
  };
  discord.faults.answer(EDITS, { status: 400, body: refusal });
  await delivered(world, { options: { private: true } });
  // What repeats is logged once a minute.
  clock.advance(MINUTE_MS);
  discord.faults.answer({ ...EDITS, times: 2 }, { status: 503, body: PROMPT });
  discord.faults.cutOff(EDITS);
  await delivered(world, { command: 'gen' });

  // A token that dies, pictures that can't be fetched, and a service that repeats what it received.
  service.faults.order({ kind: 'picture-missing', times: 4 });
  service.planTasks({ durationMs: 1_500 });
  await ask(world, PROMPT);
  discord.expireAllTokens();
  await expectOpenJobs(world, 0);
  service.planTasks({ failReason: `${API_KEY} says: no ${PROMPT}` });
  await delivered(world);
  service.faults.order({ kind: 'status', status: 503, operation: 'artgen.submit', retryAfter: 1 });
  service.faults.order({ kind: 'malformed-json', operation: 'artgen.job-status' });
  service.faults.order({ kind: 'cut-off', operation: 'artgen.job-status', moment: 'after' });
  await delivered(world);

  // A prompt that is refused, and a store with rows that can't be read.
  await interact(world, `${PROMPT} with a ${RULE}`);
  await world.stopEasel();
  await breakRows(world);
  await world.startEasel();
  await discord.as(member.id).slash(atelier.channelId, 'history', { text: PROMPT });
  await delivered(world, { options: { style: 'Morning' } });
  await expectLogged(world, 'Easel is ready');

  const lines = log.join('');
  const [tokens, paths] = [tokensOf(world), picturePathsOf(world)];
  for (const found of [tokens, paths]) expect(found.length).toBeGreaterThan(0);
  const secrets = [
    API_KEY,
    HOOK_SECRET,
    STYLE_TEXT,
    RULE,
    PROMPT,
    ...PROMPT.split(' ').filter((word) => word.length > 6),
  ];
  const leaked = [...secrets, ...tokens, ...paths].filter((secret) => lines.includes(secret));
  expect(leaked).toEqual([]);
  for (const what of [
    'RateLimitError',
    'DiscordAPIError',
    'HTTPError',
    'an admin changed something',
    'linking it',
  ])
    expect(lines).toContain(what);
});

import { expect, test } from 'vitest';
import { speakGerman } from '../world/admin-panels.ts';
import { expectSubmissions, interact } from '../world/asking.ts';
import { NEW_KEY, openAccounts, SERVER_KEY, setKey } from '../world/keys.ts';
import { expectCard, textOf } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';

const NEVER = { minMs: 1e9, maxMs: 1e9 };

/** A world in which requests stay in progress. */
const start = async (): Promise<World> => {
  const world = await startWorld({ service: { durations: { artgen: NEVER, gen: NEVER } } });
  openAccounts(world);
  return world;
};

/** What the admin reads who sets a key. */
const answerTo = async ({ discord }: World, key: string): Promise<string> =>
  textOf((await setKey(discord, key)).message);

test('a key that is set says nothing of requests in progress when there are none', async () => {
  const world = await start();
  expect(await answerTo(world, SERVER_KEY)).toContain('**The API key is set.** New requests use it.\n');
  expect(await answerTo(world, NEW_KEY)).not.toContain('in progress');
});

test("it says that they use the operator's key, the previous one, or both, in each language", async () => {
  const world = await start();
  expectCard(await interact(world, 'a fox'));
  await expectSubmissions(world, 1);
  expect(await answerTo(world, SERVER_KEY)).toContain(
    'New requests use it. Requests in progress still use the key of the person who runs this bot.\n',
  );
  expectCard(await interact(world, 'a wolf'));
  await expectSubmissions(world, 2);
  expect(await answerTo(world, NEW_KEY)).toContain('still use the key that they started with.\n');
  await speakGerman(world.discord);
  expect(await answerTo(world, SERVER_KEY)).toContain(
    'Laufende Anfragen verwenden noch den Schlüssel der Person, die diesen Bot betreibt.',
  );
});

test('it says that they use the previous one, and nothing where that is the same', async () => {
  const world = await start();
  await answerTo(world, SERVER_KEY);
  expectCard(await interact(world, 'a fox'));
  expect(await answerTo(world, SERVER_KEY)).not.toContain('in progress');
  expect(await answerTo(world, NEW_KEY)).toContain('Requests in progress still use the previous one.');
});

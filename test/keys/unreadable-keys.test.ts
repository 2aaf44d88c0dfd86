import { test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import { sealedRows } from './database.ts';
import { ask, expectLogged, expectOpenJobs } from '../world/asking.ts';
import { NO_SHARED_KEY, openAccounts, SERVER_KEY, setKey } from '../world/keys.ts';
import { expectPictures, expectText } from '../world/messages.ts';
import { BROKEN, withRows } from '../world/stored-rows.ts';
import { startWorld } from '../world/world.ts';

test("a request whose key is in a row that can't be read is refused, and waits for nothing", async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  const { discord } = world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  await world.stopEasel();
  const [[keyRef] = ['']] = await sealedRows(world);
  await withRows(world, { [`apiKeys:${keyRef}`]: BROKEN });
  await world.startEasel();
  await expectText(discord, await ask(world, 'without a key'), ENGLISH.card.failures['key-gone'].title);
  await expectOpenJobs(world, 0);
});

test("pictures that were paid for wait until their key's row can be read again", async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  const { discord, service } = world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  service.setDurations('artgen', { minMs: 2_000, maxMs: 2_000 });
  const id = await ask(world, 'paid for', { options: { timeout: 300 } });
  await service.until(() => service.tasks.length === 1, { what: 'a task' });
  await world.stopEasel();
  const [[keyRef, value] = ['']] = await sealedRows(world);
  await withRows(world, { [`apiKeys:${keyRef}`]: BROKEN });
  await world.startEasel();
  world.log.length = 0;
  world.clock.advance(361_000);
  await expectLogged(world, 'a poll failed');
  await world.stopEasel();
  await withRows(world, { [`apiKeys:${keyRef}`]: JSON.stringify({ value }) });
  await world.startEasel();
  await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 0);
});

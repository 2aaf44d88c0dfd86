import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { sealedRows } from './database.ts';
import { ask, expectLogged, expectOpenJobs, expectPainted, interact } from '../world/asking.ts';
import { keyStatus, NEW_KEY, NO_SHARED_KEY, openAccounts, SERVER_KEY, setKey } from '../world/keys.ts';
import { expectPictures, expectText, textOf } from '../world/messages.ts';
import { BROKEN, rowsLike, withRows } from '../world/stored-rows.ts';
import { errorText } from '../world/words.ts';
import { startWorld, type World } from '../world/world.ts';

// Several starts take their time on a busy machine.
const refusalOf = async (world: World): Promise<string | undefined> =>
  (await interact(world, 'a fox')).message?.content;

test("a server whose key's row can't be read is not paid for by another key, and may set another", async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  const { discord } = world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  await expectLogged(world, 'set an API key');
  await world.stopEasel();
  const owner = `keys:server:${discord.world.atelier.guild.id}`;
  await withRows(world, { [owner]: BROKEN });
  await world.startEasel();
  expect(await refusalOf(world)).toBe(errorText('unreadable-choices', { of: 'key' }));
  world.log.length = 0;
  await setKey(discord, SERVER_KEY);
  await expectLogged(world, 'set an API key');
  await expectPainted(world, 'with a key');
  await expectOpenJobs(world, 0);
  await world.stopEasel();
  expect(await rowsLike(world, `unreadable:${owner}:*`)).toEqual([{ value: BROKEN }]);
});

test("a server whose key's row can't be read keeps no other server's old key in the store", async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  const { discord } = world;
  const { admin, atelier } = discord.world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  await world.stopEasel();
  const [[, value] = []] = await sealedRows(world);
  const first = { [`keys:${'0'.repeat(24)}`]: JSON.stringify({ value }) };
  await withRows(world, { ...first, [`keys:server:${atelier.guild.id}`]: BROKEN });
  await world.startEasel();
  await setKey(discord, SERVER_KEY, 'direct');
  await setKey(discord, NEW_KEY, 'direct');
  await expectLogged(world, 'removed an unused API key');
  await world.stopEasel();
  const owners = (await sealedRows(world)).map(([, row]) => row.kind === 'sealed' && row.owner);
  const server = `server:${atelier.guild.id}`;
  expect(owners.sort()).toEqual([`person:${admin.id}`, server, server].sort());
});

test("a request whose key is in a row that can't be read is refused, and waits for nothing", async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  const { discord } = world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  await world.stopEasel();
  const [[keyRef] = ['']] = await sealedRows(world);
  await withRows(world, { [`keys:${keyRef}`]: BROKEN });
  await world.startEasel();
  await expectText(discord, await ask(world, 'without a key'), ENGLISH.card.failures['key-gone'][0]);
  await expectOpenJobs(world, 0);
  expect(textOf(await keyStatus(discord))).toContain(ENGLISH.key.damaged);
});

test("pictures that were paid for wait until their key's row can be read again", async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  const { discord, service } = world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  service.setDurations('artgen', { minMs: 2_000, maxMs: 2_000 });
  const id = await ask(world, 'paid for', { options: { timeout: 300 } });
  await service.until(() => service.tasks.length === 1, { what: 'a task', timeoutMs: 20_000 });
  await world.stopEasel();
  const [[keyRef, value] = ['']] = await sealedRows(world);
  await withRows(world, { [`keys:${keyRef}`]: BROKEN });
  await world.startEasel();
  world.log.length = 0;
  world.clock.advance(361_000);
  await expectLogged(world, 'a poll failed');
  await world.stopEasel();
  await withRows(world, { [`keys:${keyRef}`]: JSON.stringify({ value }) });
  await world.startEasel();
  await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 0);
});

test("a key whose encrypted row can't be read is gone once its owner removes it", async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  const { discord } = world;
  const { admin, atelier } = discord.world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  await world.stopEasel();
  const [[keyRef] = ['']] = await sealedRows(world);
  await withRows(world, { [`keys:${keyRef}`]: BROKEN });
  await world.startEasel();
  const { message } = await discord.as(admin.id).slash(atelier.channelId, 'key remove');
  await discord.as(admin.id).click(message?.id ?? '', customId('remove-key', 'here'));
  await expectLogged(world, 'removed an API key');
  await world.stopEasel();
  expect(await rowsLike(world, 'keys:*')).toEqual([]);
});

import { expect, test } from 'vitest';
import { Blocklists } from '../../src/services/guilds/blocklist/blocklists.ts';
import { DAY_MS } from '../world/durations.ts';
import { HandClock } from '../world/hand-clock.ts';
import { openOwnStores } from '../world/stores.ts';

const GUILD = '2';

const openBlocklists = async () => {
  const clock = new HandClock();
  const { stores, storage } = await openOwnStores({ clock });
  const blocklists = new Blocklists(stores.blocklists, clock, storage.time);
  await blocklists.ban(GUILD, { personId: '3', until: clock.now() + DAY_MS });
  await blocklists.ban(GUILD, { personId: '4' });
  const stored = async () => (await stores.blocklists.get(GUILD))?.bans.map(({ personId }) => personId);
  return { blocklists, clock, stored };
};

test('every change stores only blocks that are not over', async () => {
  const { blocklists, clock, stored } = await openBlocklists();
  clock.advance(2 * DAY_MS);
  expect(await stored()).toEqual(['3', '4']);
  await blocklists.add(GUILD, { rules: ['fox'] });
  expect(await stored()).toEqual(['4']);
});

test('ones that are over go from the servers that are meant', async () => {
  const { blocklists, clock, stored } = await openBlocklists();
  await blocklists.removeEnded(() => true);
  expect(await stored()).toEqual(['3', '4']);
  clock.advance(2 * DAY_MS);
  await blocklists.removeEnded(() => false);
  expect(await stored()).toEqual(['3', '4']);
  await blocklists.removeEnded((guildId) => guildId === GUILD);
  expect(await stored()).toEqual(['4']);
});

test('a time of day that is wrong removes none', async () => {
  const { blocklists, clock, stored } = await openBlocklists();
  clock.step(40 * DAY_MS);
  await blocklists.removeEnded(() => true);
  await blocklists.ban(GUILD, { personId: '5' });
  expect(await stored()).toEqual(['3', '4', '5']);
  clock.step(-40 * DAY_MS);
  await expect(blocklists.refuseBlocked(GUILD, '3')).rejects.toThrow();
});

test('neither does a lifetime that runs ahead of the time of day', async () => {
  const { blocklists, clock, stored } = await openBlocklists();
  clock.advance(2 * DAY_MS);
  clock.step(-2 * DAY_MS);
  await blocklists.removeEnded(() => true);
  expect(await stored()).toEqual(['3', '4']);
});

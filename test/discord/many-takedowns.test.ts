import { expect, test, vi } from 'vitest';
import { Takedowns } from '../../src/discord/takedowns.ts';
import { JobEvents } from '../../src/services/jobs/events.ts';
import type { Takedown } from '../../src/services/jobs/copies.ts';
import { GuildSettings } from '../../src/services/guilds/settings.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { HandClock } from '../world/hand-clock.ts';
import { openOwnStores } from '../world/stores.ts';

const rowsOf = (from: number, to: number): [string, Takedown][] =>
  Array.from({ length: to - from }, (_, index) => {
    const messageId = String(from + index);
    return [`job ${messageId}`, { channelId: '7', messageId, because: 'erased' }];
  });

/** What is taken down of a channel in which so many messages were due at the start. */
const startTakedowns = async (count: number) => {
  const { stores } = await openOwnStores();
  const rows = new Map(rowsOf(0, count));
  const events = new JobEvents();
  const deleteMessage = vi.fn<(channelId: string, messageId: string) => Promise<void>>();
  deleteMessage.mockResolvedValue();
  const takedowns = new Takedowns({
    deletions: {
      due: () => Promise.resolve(rows),
      settle: (key) => Promise.resolve(void rows.delete(key)),
    },
    settings: new GuildSettings(stores.settings),
    api: {
      deleteMessage,
      message: () => Promise.reject(new Error('not asked for')),
      edit: () => Promise.resolve(),
    },
    isOurs: () => true,
    events,
    clock: new HandClock(),
    random: () => 0.5,
    log: createLog({ level: 'silent' }),
  });
  const deleted = () => deleteMessage.mock.calls.map(([, messageId]) => messageId);
  return { takedowns, events, rows, deleteMessage, deleted };
};

test('tens of thousands of messages that are to go in one channel hold up nothing else', async () => {
  const { takedowns, rows } = await startTakedowns(20_000);
  const startedAt = performance.now();
  await takedowns.resume();
  // With a look at all of them for each, this takes more than a minute.
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await expect.poll(() => rows.size, { timeout: 20_000 }).toBe(0);
});

test('what is deleted now goes before what is left of earlier, and what is refused behind it', async () => {
  const { takedowns, events, deleteMessage, deleted } = await startTakedowns(3);
  deleteMessage.mockRejectedValueOnce(new Error('not now'));
  await takedowns.resume();
  await expect.poll(deleted).toEqual(['0']);
  events.emit('withdrawn', new Map(rowsOf(10, 11)));
  await expect.poll(deleted).toEqual(['0', '10', '2', '1', '0']);
});

import { expect, test } from 'vitest';
import { sumOf } from '../../src/services/usage/summary.ts';
import { close, startBooks } from '../world/books.ts';
import { ACCEPTED } from '../world/job.ts';

const ACCEPTED_AT = Date.parse('2026-11-20T10:30:00Z');
/** All that it was somewhere at that moment. */
const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21'];
const OWNER = { id: 'moved', guildId: 'moved' };

const ZONES = ['Pacific/Kiritimati', 'Pacific/Niue', 'Europe/Berlin'];

test.each(ZONES.flatMap((before) => ZONES.map((after) => [before, after] as const)))(
  'a job of a server that moves from %s to %s counts on one day',
  async (before, after) => {
    const zone = { name: before };
    const { open, usage, resume } = await startBooks({ timeZoneOf: () => Promise.resolve(zone.name) });
    await resume({
      ...{ ...ACCEPTED, guildId: OWNER.guildId, acceptedAt: ACCEPTED_AT, submittedAt: ACCEPTED_AT },
      ...{ state: 'unknown', endedAt: ACCEPTED_AT + 1_000, delivery: 'due' },
    });
    const counts = async () => sumOf(await usage.days(OWNER, DAYS)).all;
    expect(await counts()).toEqual({ unknown: 1 });
    zone.name = after;
    await open.change(ACCEPTED.id, close);
    expect(await counts()).toEqual({ unknown: 1 });
  },
);

import { z } from 'zod';
import type { Use } from '../usage/use.ts';

/** Nobody means more than that, and it still fits a line. */
export const MAX_COUNT = 100_000;
/** The longest pause between two pictures: an hour, in seconds. Longer ones are what daily counts are for. */
export const MAX_PAUSE_S = 3_600;
/** As many roles as one select of Discord's can show: https://docs.discord.com/developers/components/reference */
export const MAX_ROLES = 25;

const amount = z.int().min(0).max(MAX_COUNT);

const limitsSchema = z.object({
  /** Pictures a person may ask for in a day. */
  personDaily: amount.exactOptional(),
  /** Pictures all people together may ask for in a day. */
  serverDaily: amount.exactOptional(),
  /** Jobs that may be open at once, of a person and of all people together. */
  personAtOnce: amount.exactOptional(),
  serverAtOnce: amount.exactOptional(),
  /** The pause between two pictures of one person, in seconds. */
  pauseS: z.int().min(0).max(MAX_PAUSE_S).exactOptional(),
  /** What people with a role may ask for in a day, instead of `personDaily`, by the role's id. */
  roleDaily: z.record(z.string(), amount),
  /** People with one of these roles have no limits. */
  exemptRoleIds: z.array(z.string()),
});

/** What a server allows. What is absent is not limited. A picture is one job: `/imagine` gives four for one. */
export type LimitRules = z.infer<typeof limitsSchema>;

/** Reads limits that come out of the store. Throws when they are none. */
export const parseLimits = (value: unknown): LimitRules => limitsSchema.parse(value);

/** What holds where nothing was decided. */
export const NO_LIMITS: LimitRules = { roleDaily: {}, exemptRoleIds: [] };

/** The limit that stands in a request's way, with what is used of it. */
export interface ReachedLimit {
  kind: 'person-daily' | 'server-daily' | 'person-at-once' | 'server-at-once' | 'pause';
  /** What is allowed: a number of pictures or jobs, or for a pause its seconds. */
  limit: number;
  used: number;
  /** When there is room again, milliseconds since the epoch; absent where that depends on jobs that are under way. */
  resetsAt?: number;
}

/** How many pictures a day people with these roles may ask for: the best of their roles counts, else what holds for all. */
export const dailyFor = (
  { roleDaily, personDaily }: LimitRules,
  roleIds: readonly string[],
): number | undefined => {
  const amounts = roleIds.flatMap((roleId) => roleDaily[roleId] ?? []);
  return amounts.length > 0 ? Math.max(...amounts) : personDaily;
};

/** Whether people with these roles have no limits. */
const isExempt = ({ exemptRoleIds }: LimitRules, roleIds: readonly string[]): boolean =>
  roleIds.some((roleId) => exemptRoleIds.includes(roleId));

const whenFull = (
  kind: ReachedLimit['kind'],
  limit: number | undefined,
  used: number,
  resetsAt?: number,
): ReachedLimit | undefined =>
  limit === undefined || used < limit
    ? undefined
    : { kind, limit, used, ...(resetsAt !== undefined && { resetsAt }) };

const whenTooSoon = ({ pauseS = 0 }: LimitRules, use: Use, now: number): ReachedLimit | undefined => {
  if (use.lastAt === undefined) return undefined;
  const resetsAt = use.lastAt + pauseS * 1000;
  return now < resetsAt ? { kind: 'pause', limit: pauseS, used: 1, resetsAt } : undefined;
};

/**
 * The limit that one more job of a person would break; undefined when it may go. What lasts longest is told first.
 *
 * @param now milliseconds since the epoch.
 */
export const reachedLimit = (
  rules: LimitRules,
  roleIds: readonly string[],
  use: Use,
  now: number,
): ReachedLimit | undefined => {
  if (isExempt(rules, roleIds)) return undefined;
  return (
    whenFull('person-daily', dailyFor(rules, roleIds), use.byPerson, use.resetsAt) ??
    whenFull('server-daily', rules.serverDaily, use.byOwner, use.resetsAt) ??
    whenFull('person-at-once', rules.personAtOnce, use.openOfPerson) ??
    whenFull('server-at-once', rules.serverAtOnce, use.openOfOwner) ??
    whenTooSoon(rules, use, now)
  );
};

/** How much of a daily limit is left. */
export interface Allowance {
  /** Of the person alone, of everybody in the server, or of what the operator's key gives each owner. */
  kind: 'person' | 'server' | 'shared';
  limit: number;
  /** At least 0. */
  left: number;
  /** Milliseconds since the epoch. */
  resetsAt: number;
}

/** One daily limit with what is left of it, in a list; nothing where there is no limit. */
export const allowance = (
  kind: Allowance['kind'],
  limit: number | undefined,
  { used, resetsAt }: { used: number; resetsAt: number },
): Allowance[] => (limit === undefined ? [] : [{ kind, limit, left: Math.max(0, limit - used), resetsAt }]);

/** What people with these roles have left today; nothing when they have no limits. */
export const allowancesIn = (rules: LimitRules, roleIds: readonly string[], use: Use): Allowance[] => {
  if (isExempt(rules, roleIds)) return [];
  const { byPerson, byOwner, resetsAt } = use;
  return [
    ...allowance('person', dailyFor(rules, roleIds), { used: byPerson, resetsAt }),
    ...allowance('server', rules.serverDaily, { used: byOwner, resetsAt }),
  ];
};

import { z } from 'zod';
import type { AtOnce } from '../jobs/job.ts';
import type { Use, Used } from '../usage/use.ts';

/** Higher than any sensible limit, and still fits into a line. */
export const MAX_COUNT = 100_000;
/** As many roles as one select of Discord's can show: https://docs.discord.com/developers/components/reference */
export const MAX_ROLES = 25;

const amount = z.int().min(0).max(MAX_COUNT);

export const limitsSchema = z.object({
  /** Pictures a person may ask for in a day. */
  personDaily: amount.exactOptional(),
  /** Pictures all people together may ask for in a day. */
  serverDaily: amount.exactOptional(),
  /** The same in a calendar month. */
  personMonthly: amount.exactOptional(),
  serverMonthly: amount.exactOptional(),
  /** Jobs that may be open at once, of a person and of all people together. */
  personAtOnce: amount.exactOptional(),
  serverAtOnce: amount.exactOptional(),
  /** Requests per day for people with a role, instead of `personDaily`; by role id. */
  roleDaily: z.record(z.string(), amount),
  /** People with one of these roles have no limits. */
  exemptRoleIds: z.array(z.string()),
});

/** A server's limits; absent: no limit. They count requests: an `/imagine` with four pictures counts once. */
export type LimitRules = z.infer<typeof limitsSchema>;

/** The defaults. */
export const NO_LIMITS: LimitRules = { roleDaily: {}, exemptRoleIds: [] };

/** What the limits compare: with the month, where a limit of it is set. */
export interface UseForLimits extends Use {
  month?: Used;
}

/** The limit that a request would exceed, and how much of it is used. */
export interface ReachedLimit {
  kind: 'person-daily' | 'server-daily' | 'person-monthly' | 'server-monthly';
  limit: number;
  used: number;
  /** When there is room again, milliseconds since the epoch. */
  resetsAt: number;
}

/** How many pictures a day people with these roles may ask for: the best of their roles counts, else what holds for all. */
const dailyFor = ({ roleDaily, personDaily }: LimitRules, roleIds: readonly string[]): number | undefined => {
  const amounts = roleIds.flatMap((roleId) => roleDaily[roleId] ?? []);
  return amounts.length > 0 ? Math.max(...amounts) : personDaily;
};

/** The same with what an admin has added for today. */
const todayFor = (rules: LimitRules, roleIds: readonly string[], { granted }: Use): number | undefined => {
  const daily = dailyFor(rules, roleIds);
  return daily === undefined ? undefined : daily + granted;
};

/** Whether people with these roles have no limits. */
const isExempt = ({ exemptRoleIds }: LimitRules, roleIds: readonly string[]): boolean =>
  roleIds.some((roleId) => exemptRoleIds.includes(roleId));

const whenFull = (
  kind: ReachedLimit['kind'],
  limit: number | undefined,
  used: number,
  resetsAt: number,
): ReachedLimit | undefined =>
  limit === undefined || used < limit ? undefined : { kind, limit, used, resetsAt };

/** The limit that one more request of a person would exceed; undefined when there is none. The one that lasts longest comes first. */
export const reachedLimit = (
  rules: LimitRules,
  roleIds: readonly string[],
  use: UseForLimits,
): ReachedLimit | undefined => {
  if (isExempt(rules, roleIds)) return undefined;
  const { month } = use;
  const ofMonth =
    month &&
    (whenFull('person-monthly', rules.personMonthly, month.byPerson, month.resetsAt) ??
      whenFull('server-monthly', rules.serverMonthly, month.byOwner, month.resetsAt));
  return (
    ofMonth ??
    whenFull('person-daily', todayFor(rules, roleIds, use), use.byPerson, use.resetsAt) ??
    whenFull('server-daily', rules.serverDaily, use.byOwner, use.resetsAt)
  );
};

/** How many requests of people with these roles, and of the server, may be under way at the same time; undefined: any number. */
export const atOnceFor = (
  { personAtOnce: person, serverAtOnce: server, ...rules }: LimitRules,
  roleIds: readonly string[],
): AtOnce | undefined =>
  isExempt(rules, roleIds) || (person === undefined && server === undefined)
    ? undefined
    : { ...(person !== undefined && { person }), ...(server !== undefined && { server }) };

/** How much of a limit is used and left. */
export interface Allowance {
  /** For the person or for the server in a day or month, or for each owner on the operator's key in a day. */
  kind: 'person' | 'server' | 'shared' | 'personMonthly' | 'serverMonthly';
  /** With {@link granted}. */
  limit: number;
  /** How much of it an admin has added for today; absent: nothing. */
  granted?: number;
  /** Above the limit where that was lowered since. */
  used: number;
  /** At least 0. */
  left: number;
  /** Milliseconds since the epoch. */
  resetsAt: number;
}

/** Whether it is of the month, and not of the day. */
export const isMonthly = ({ kind }: Allowance): boolean => kind.endsWith('Monthly');

/** A limit with the rest of it, as a list; empty when there is no limit. */
export const allowance = (
  kind: Allowance['kind'],
  limit: number | undefined,
  { used, resetsAt }: { used: number; resetsAt: number },
): Allowance[] =>
  limit === undefined ? [] : [{ kind, limit, used, left: Math.max(0, limit - used), resetsAt }];

/** What people with these roles have left today and this month; empty when they have no limits. */
export const allowancesIn = (
  rules: LimitRules,
  roleIds: readonly string[],
  use: UseForLimits,
): Allowance[] => {
  if (isExempt(rules, roleIds)) return [];
  const { byPerson, byOwner, resetsAt, granted, month } = use;
  const today = allowance('person', todayFor(rules, roleIds, use), { used: byPerson, resetsAt });
  return [
    ...today.map((one) => (granted > 0 ? { ...one, granted } : one)),
    ...allowance('server', rules.serverDaily, { used: byOwner, resetsAt }),
    ...(month
      ? [
          ...allowance('personMonthly', rules.personMonthly, { ...month, used: month.byPerson }),
          ...allowance('serverMonthly', rules.serverMonthly, { ...month, used: month.byOwner }),
        ]
      : []),
  ];
};

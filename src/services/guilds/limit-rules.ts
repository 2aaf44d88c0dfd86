import { z } from 'zod';
import { PERIODS, type Period } from '../../lib/calendar.ts';
import type { AtOnce } from '../jobs/job.ts';
import type { RequestCount } from '../usage/usage.ts';

/** Higher than any sensible limit, and still fits into a line. */
export const MAX_COUNT = 100_000;
/** As many roles as one select of Discord's can show: https://docs.discord.com/developers/components/reference */
export const MAX_ROLES = 25;

const amount = z.int().min(0).max(MAX_COUNT);

export const limitsSchema = z.object({
  /** Requests of one person in a day. */
  personDaily: amount.optional(),
  /** Requests of all people together in a day. */
  serverDaily: amount.optional(),
  /** The same in a calendar month. */
  personMonthly: amount.optional(),
  serverMonthly: amount.optional(),
  /** Requests under way at the same time, of one person and of all people together. */
  personAtOnce: amount.optional(),
  serverAtOnce: amount.optional(),
  /** Requests per day for people with a role, instead of `personDaily`; by role id. */
  roleDaily: z.record(z.string(), amount),
  /** People with one of these roles have no limits. */
  exemptRoleIds: z.array(z.string()),
});

/** A server's limits; absent: no limit. They count requests: an `/imagine` with four pictures counts once. */
export type LimitRules = z.infer<typeof limitsSchema>;

/** The defaults. */
export const NO_LIMITS: LimitRules = { roleDaily: {}, exemptRoleIds: [] };

/** The limits on requests, those that last longest first. */
const LIMITS = [
  { rule: 'personMonthly', of: 'person', period: 'month' },
  { rule: 'serverMonthly', of: 'server', period: 'month' },
  { rule: 'personDaily', of: 'person', period: 'day' },
  { rule: 'serverDaily', of: 'server', period: 'day' },
] as const satisfies readonly (Pick<Allowance, 'of' | 'period'> & { rule: keyof LimitRules })[];

/** How much of a limit on requests is used and left. */
export interface Allowance {
  /** For the person or for the server; or for each owner on the operator's key. */
  of: 'person' | 'server' | 'shared-key';
  period: Period;
  /** With {@link granted}. */
  limit: number;
  /** How much of it an admin has added for today. */
  granted: number;
  /** Above the limit where that was lowered since. */
  used: number;
  /** At least 0. */
  left: number;
  /** When there is room again, milliseconds since the epoch. */
  resetsAt: number;
}

/** What a person may still request. */
export interface Allowed {
  /** The limits that last longest come first; empty: no limit. */
  allowances: Allowance[];
  /** How many requests may be under way at the same time; absent: any number. */
  atOnce?: AtOnce | undefined;
}

/** A limit with the rest of it. */
export const allowance = (
  { of, period }: Pick<Allowance, 'of' | 'period'>,
  limit: number,
  { used, resetsAt }: { used: number; resetsAt: number },
  granted = 0,
): Allowance => {
  const whole = limit + granted;
  const left = Math.max(0, whole - used);
  return { of, period, limit: whole, used, left, resetsAt, granted };
};

/** A person's daily limit: the highest of their roles' limits, or else the general one. */
const dailyOf = ({ roleDaily, personDaily }: LimitRules, roleIds: readonly string[]): number | undefined => {
  const amounts = roleIds.flatMap((roleId) => roleDaily[roleId] ?? []);
  return amounts.length > 0 ? Math.max(...amounts) : personDaily;
};

/** The periods that limits are about; roles may have one of the day. */
export const periodsOf = (rules: LimitRules): Period[] =>
  PERIODS.filter(
    (period) =>
      period === 'day' || LIMITS.some((one) => one.period === period && rules[one.rule] !== undefined),
  );

/** What a person with these roles may still request. There is a count of each period that a limit is about. */
export const allowedBy = (
  rules: LimitRules,
  roleIds: readonly string[],
  counts: Readonly<Partial<Record<Period, RequestCount>>>,
): Allowed => {
  if (roleIds.some((roleId) => rules.exemptRoleIds.includes(roleId))) return { allowances: [] };
  const { personAtOnce: person, serverAtOnce: server } = rules;
  const allowances = LIMITS.flatMap((one) => {
    const limit = one.rule === 'personDaily' ? dailyOf(rules, roleIds) : rules[one.rule];
    const count = counts[one.period];
    if (limit === undefined || !count) return [];
    const { byPerson, byOwner, granted, resetsAt } = count;
    return one.of === 'person'
      ? allowance(one, limit, { used: byPerson, resetsAt }, granted)
      : allowance(one, limit, { used: byOwner, resetsAt });
  });
  if (person === undefined && server === undefined) return { allowances };
  return { allowances, atOnce: { person, server } };
};

/** The requests that a person has left, in the longest period that has as few. */
export interface Left {
  /** Infinity where nothing limits them. */
  left: number;
  period: Period;
}

export const leftOf = (allowances: readonly Allowance[]): Left => {
  const left = Math.min(...allowances.map((one) => one.left));
  return { left, period: allowances.find((one) => one.left === left)?.period ?? 'day' };
};

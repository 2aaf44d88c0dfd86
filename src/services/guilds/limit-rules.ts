import { z } from 'zod';
import type { AtOnce } from '../jobs/job.ts';
import type { DayCount, RequestCount } from '../usage/usage.ts';

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

/** How much of a limit on requests is used and left. */
export interface Allowance {
  /** For the person or for the server, in a day or a month; or for each owner on the operator's key, in a day. */
  kind: 'person-daily' | 'server-daily' | 'person-monthly' | 'server-monthly' | 'shared-key';
  /** With {@link granted}. */
  limit: number;
  /** How much of it an admin has added for today; absent: nothing. */
  granted?: number;
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

/** Whether an allowance is one of the month, and not of the day. */
export const isMonthly = ({ kind }: Allowance): boolean => kind.endsWith('-monthly');

/** A limit with the rest of it, as a list; empty when there is no limit. */
export const allowance = (
  kind: Allowance['kind'],
  limit: number | undefined,
  { used, resetsAt }: { used: number; resetsAt: number },
): Allowance[] =>
  limit === undefined ? [] : [{ kind, limit, used, left: Math.max(0, limit - used), resetsAt }];

/** A person's daily limit: the highest of their roles' limits, or else the general one, plus what an admin has added today. */
const ofPersonToday = (
  { roleDaily, personDaily }: LimitRules,
  roleIds: readonly string[],
  { granted, byPerson: used, resetsAt }: DayCount,
): Allowance[] => {
  const amounts = roleIds.flatMap((roleId) => roleDaily[roleId] ?? []);
  const limit = amounts.length > 0 ? Math.max(...amounts) : personDaily;
  const whole = limit === undefined ? undefined : limit + granted;
  const today = allowance('person-daily', whole, { used, resetsAt });
  return granted > 0 ? today.map((one) => ({ ...one, granted })) : today;
};

/** What a person with these roles may still request. `month` is needed where a limit of the month is set. */
export const allowedBy = (
  rules: LimitRules,
  roleIds: readonly string[],
  { today, month }: { today: DayCount; month: RequestCount | undefined },
): Allowed => {
  if (roleIds.some((roleId) => rules.exemptRoleIds.includes(roleId))) return { allowances: [] };
  const { personMonthly, serverMonthly, serverDaily, personAtOnce: person, serverAtOnce: server } = rules;
  const ofMonth = month && [
    ...allowance('person-monthly', personMonthly, { ...month, used: month.byPerson }),
    ...allowance('server-monthly', serverMonthly, { ...month, used: month.byOwner }),
  ];
  const allowances = [
    ...(ofMonth ?? []),
    ...ofPersonToday(rules, roleIds, today),
    ...allowance('server-daily', serverDaily, { ...today, used: today.byOwner }),
  ];
  if (person === undefined && server === undefined) return { allowances };
  return { allowances, atOnce: { person, server } };
};

/** The requests that a person has left: today, or this month where those are as few. */
export interface Left {
  /** Infinity where nothing limits them. */
  left: number;
  isOfMonth: boolean;
}

export const leftOf = (allowances: readonly Allowance[]): Left => {
  const left = Math.min(...allowances.map((one) => one.left));
  return { left, isOfMonth: allowances.some((one) => one.left === left && isMonthly(one)) };
};

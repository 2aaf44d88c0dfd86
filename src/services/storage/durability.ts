/** A setting of a database server that can lose acknowledged writes. */
export interface RiskySetting {
  setting: string;
  /** Undefined when the server doesn't show it. */
  value?: string | undefined;
  /** What to set it to, and why. */
  advice: string;
}

/** The safe values of a setting, and what other values can cost. */
interface Rule {
  isSafe: (value: string) => boolean;
  advice: string;
}

/** https://www.postgresql.org/docs/current/runtime-config-wal.html */
export const POSTGRES_RULES: Record<string, Rule> = {
  synchronous_commit: {
    isSafe: (value) => value !== 'off',
    advice: 'set it to on: otherwise a crash of the server loses the last writes',
  },
  fsync: {
    isSafe: (value) => value === 'on',
    advice: 'set it to on: otherwise a crash of the machine can destroy the whole database',
  },
};

/** The settings that break a rule or have unknown values. */
export const riskySettings = (
  rules: Record<string, Rule>,
  values: Partial<Record<string, string>>,
): RiskySetting[] =>
  Object.entries(rules).flatMap(([setting, { isSafe, advice }]) => {
    const value = values[setting];
    return value !== undefined && isSafe(value) ? [] : { setting, value, advice };
  });

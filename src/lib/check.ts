import { causeOf } from './causes.ts';
import type { OperatorError } from './operator-error.ts';

/** The result of one check of the doctor. `skipped`: there was nothing to check, or the check wasn't possible. */
export interface CheckResult {
  check: string;
  state: 'ok' | 'broken' | 'skipped';
  text: string;
  /** How to fix it. */
  advice?: string | undefined;
}

export const ok = (check: string, text: string): CheckResult => ({ check, state: 'ok', text });
export const broken = (check: string, text: string, advice?: string): CheckResult => ({
  check,
  state: 'broken',
  text,
  advice,
});
export const skipped = (check: string, text: string, advice?: string): CheckResult => ({
  check,
  state: 'skipped',
  text,
  advice,
});

/** What an error says that names its own remedy. */
export const brokenBy = (check: string, { message: text }: OperatorError): CheckResult =>
  broken(check, `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`);

/** The sentence that a check couldn't reach something, with the reason if it is known. */
export const unreachable = (what: string, error: unknown): string => {
  const cause = causeOf(error);
  return cause === undefined
    ? `${what} can't be reached, or returns errors.`
    : `${what} can't be asked: ${cause}.`;
};

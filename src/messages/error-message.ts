import { isUserError, type FactsOf, type UserError, type UserErrorCode } from '../lib/user-error.ts';

type UserErrorTexts = { [Code in UserErrorCode]: (facts: FactsOf<Code>) => string };

/** What people read when something could not be done, in one language. One that lacks a code does not compile. */
export interface ErrorTexts extends UserErrorTexts {
  /** After a fault of ours. */
  fault: (reference: string) => string;
}

const textOf = <Code extends UserErrorCode>(
  { code, facts }: UserError<Code>,
  texts: UserErrorTexts,
): string => texts[code](facts);

/**
 * What a person reads when something could not be done: plain words that say what to do next.
 *
 * @param report told of what is a fault of ours. Returns the reference by which a person and the log name it.
 */
export const errorMessage = (
  error: unknown,
  { errors }: { errors: ErrorTexts },
  report: (fault: unknown) => string,
): string => (isUserError(error) ? textOf(error, errors) : errors.fault(report(error)));

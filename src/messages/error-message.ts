import { isUserError, type FactsOf, type UserError, type UserErrorCode } from '../lib/user-error.ts';

type UserErrorTexts = { [Code in UserErrorCode]: (facts: FactsOf<Code>) => string };

/** The error texts of one language. A table with a missing code doesn't compile. */
export interface ErrorTexts extends UserErrorTexts {
  /** After a fault of ours. */
  fault: (reference: string) => string;
}

const textOf = <Code extends UserErrorCode>(
  { code, facts }: UserError<Code>,
  texts: UserErrorTexts,
): string => texts[code](facts);

/**
 * The text of an error for a person, with what to do next.
 *
 * @param report called for internal errors. Returns the reference that links the person's text to the log.
 */
export const errorMessage = (
  error: unknown,
  { errors }: { errors: ErrorTexts },
  report: (fault: unknown) => string,
): string => (isUserError(error) ? textOf(error, errors) : errors.fault(report(error)));

import { UserError, type UserErrorCode } from '../../src/lib/user-error.ts';
import { errorMessage } from '../../src/messages/error-message.ts';
import { ENGLISH } from '../../src/messages/language.ts';

/** What a person reads in English when something could not be done; takes what a `UserError` is made of. */
export const errorText = <Code extends UserErrorCode>(
  ...error: ConstructorParameters<typeof UserError<Code>>
): string => errorMessage(new UserError(...error), ENGLISH, () => '');

import { MissingRightError, ServerOnlyError } from '../framework/rights.ts';
import type { Refusal } from './refusal.ts';

/** Why a person may not do something. */
export const rightRefusal: Refusal = (error, { rights }) => {
  if (error instanceof MissingRightError) return rights.missing(error.right);
  if (error instanceof ServerOnlyError) return rights.serverOnly;
  return undefined;
};

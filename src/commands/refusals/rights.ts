import { MissingRightError, ServerOnlyError } from '../rights.ts';

/** Why a person may not do something. */
export const rightRefusal = (error: unknown): string | undefined => {
  if (error instanceof MissingRightError)
    return `This needs the permission **${error.right}** in this server.`;
  if (error instanceof ServerOnlyError) return 'This works in a server only.';
  return undefined;
};

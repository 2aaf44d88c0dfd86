import { access, constants } from 'node:fs/promises';

/** Whether something is at a path, and can be used in a way, such as `constants.W_OK`. */
export const canAccess = (path: string, mode: number = constants.F_OK): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

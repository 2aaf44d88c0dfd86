import { readFileSync } from 'node:fs';

/** One variable that can't be used, and why. Never its value, which may be a secret. */
export interface ConfigProblem {
  name: string;
  reason: string;
}

/** Stands behind a variable's name in the one that names a file with its value, as containers are handed secrets. */
const FILE_SUFFIX = '_FILE';

/**
 * The value of a variable, out of the environment or of the file that `NAME_FILE` names there, without white space around it;
 * empty when it is not set. Or why there is none, without a value.
 */
export const readVariable = (env: NodeJS.ProcessEnv, name: string): string | ConfigProblem => {
  const value = env[name]?.trim() ?? '';
  const file = env[name + FILE_SUFFIX]?.trim() ?? '';
  if (file === '') return value;
  if (value !== '') return { name, reason: `is set, and so is ${name}${FILE_SUFFIX}: remove one of them` };
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    // What stands there may be the secret itself.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no text';
    return { name: name + FILE_SUFFIX, reason: `names a file that can't be read (${code})` };
  }
};

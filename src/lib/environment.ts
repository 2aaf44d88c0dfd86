import { readFileSync } from 'node:fs';

/** One variable that can't be used, and why. Never its value, which may be a secret. */
export interface ConfigProblem {
  name: string;
  reason: string;
}

/** Suffix of the variable that names a file with the value, as containers get secrets. */
const FILE_SUFFIX = '_FILE';

/** Without the quotes that a shell would take off, and `docker run --env-file` doesn't. */
const plain = (value = ''): string =>
  value
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();

/**
 * The trimmed value of a variable, from the environment or from the file in `NAME_FILE`; empty when it isn't set. Otherwise
 * the reason why it can't be used, without its value.
 */
export const readVariable = (env: NodeJS.ProcessEnv, name: string): string | ConfigProblem => {
  const value = plain(env[name]);
  const file = plain(env[name + FILE_SUFFIX]);
  if (file === '') return value;
  if (value !== '') return { name, reason: `is set together with ${name}${FILE_SUFFIX}: remove one of them` };
  try {
    return plain(readFileSync(file, 'utf8'));
  } catch (error) {
    // What stands there may be the secret itself.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no text';
    return { name: name + FILE_SUFFIX, reason: `names a file that can't be read (${code})` };
  }
};

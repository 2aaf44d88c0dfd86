import { parseArgs, type ParseArgsConfig } from 'node:util';
import { OperatorError } from '../lib/operator-error.ts';
import { describe, loadEnvFile } from './run-process.ts';

const USAGE_CODE = 2;

/** The arguments of a script. */
export interface ScriptCall {
  /** The positional arguments, as many as the script takes. */
  names: string[];
  flags: ReadonlySet<string>;
  /** The options that were given a value. */
  options: Readonly<Record<string, string>>;
  /** The names in the file `.env`. */
  envNames: readonly string[];
  /** Aborts on SIGINT or SIGTERM. */
  signal: AbortSignal;
}

/** A command for operators. */
export interface Script {
  usage: string;
  /** A word that says what to do, in front of everything else. */
  verb?: string;
  /** How many positional arguments it takes. */
  names: number;
  flags?: readonly string[];
  /** The options that take a value. */
  options?: readonly string[];
  /** @returns the final output, and the exit code if it isn't 0. */
  run: (call: ScriptCall) => Promise<string | { text: string; exitCode: number }>;
}

/** The script was interrupted; its work was undone, or continues the next time. */
class InterruptedError extends OperatorError {
  override name = 'InterruptedError';
}

const parse = ({
  verb,
  names,
  flags = [],
  options: valued = [],
}: Script): Pick<ScriptCall, 'names' | 'flags' | 'options'> | undefined => {
  const kinds: [string, { type: 'boolean' | 'string' }][] = [
    ...flags.map((flag): (typeof kinds)[number] => [flag, { type: 'boolean' }]),
    ...valued.map((option): (typeof kinds)[number] => [option, { type: 'string' }]),
  ];
  const options: ParseArgsConfig['options'] = Object.fromEntries(kinds);
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const isMeant = verb === undefined || positionals.shift() === verb;
    return isMeant && positionals.length === names
      ? {
          names: positionals,
          flags: new Set(Object.keys(values)),
          options: Object.fromEntries(
            Object.entries<unknown>(values).flatMap(([name, value]) =>
              typeof value === 'string' ? [[name, value]] : [],
            ),
          ),
        }
      : undefined;
  } catch {
    return undefined;
  }
};

/** Aborts on a signal; the process ends once the script has cleaned up. */
const untilSignal = (): AbortSignal => {
  const ending = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const)
    process.once(name, () => {
      ending.abort(new InterruptedError('Interrupted'));
    });
  return ending.signal;
};

/** Runs a script: exit code 0, 1 with an error message, or 2 with the usage. */
export const runScript = async (script: Script): Promise<void> => {
  const parsed = parse(script);
  if (!parsed) {
    process.stderr.write(script.usage);
    process.exitCode = USAGE_CODE;
    return;
  }
  const signal = untilSignal();
  try {
    const envNames = loadEnvFile();
    const outcome = await script.run({ ...parsed, envNames, signal });
    const { text, exitCode } = typeof outcome === 'string' ? { text: outcome, exitCode: 0 } : outcome;
    process.stdout.write(text);
    process.exitCode = exitCode;
  } catch (error) {
    process.stderr.write(`${describe(signal.aborted ? signal.reason : error)}\n`);
    process.exitCode = 1;
  }
};

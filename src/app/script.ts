import { pathToFileURL } from 'node:url';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { OperatorError } from '../lib/operator-error.ts';
import { ProgressBar } from '../lib/progress-bar.ts';
import { describe, loadEnvFile } from './run-process.ts';

const USAGE_CODE = 2;

/** What a script is called with. */
export interface ScriptCall {
  /** What stands on the command line beside the flags, as many as the script takes. */
  names: string[];
  flags: ReadonlySet<string>;
  /** Aborts when somebody wants it to end. */
  signal: AbortSignal;
  progress: Pick<ProgressBar, 'add'>;
}

/** A command of whoever runs Easel. */
export interface Script {
  usage: string;
  /** A word that says what to do, in front of everything else. */
  verb?: string;
  /** How many names it takes. */
  names: number;
  flags?: readonly string[];
  /** @returns what is said at the end, and the exit code where it is not 0. */
  run: (call: ScriptCall) => Promise<string | { text: string; exitCode: number }>;
}

/** The script was told to end; what it had begun was undone, or goes on the next time. */
class InterruptedError extends OperatorError {
  override name = 'InterruptedError';
}

const parse = ({ verb, names, flags = [] }: Script): Pick<ScriptCall, 'names' | 'flags'> | undefined => {
  const options: ParseArgsConfig['options'] = Object.fromEntries(
    flags.map((flag) => [flag, { type: 'boolean' as const }]),
  );
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const isMeant = verb === undefined || positionals.shift() === verb;
    return isMeant && positionals.length === names
      ? { names: positionals, flags: new Set(Object.keys(values)) }
      : undefined;
  } catch {
    return undefined;
  }
};

/** A signal aborts; the process ends once the script has cleaned up. */
const untilSignal = (): AbortSignal => {
  const ending = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const)
    process.once(name, () => {
      ending.abort(new InterruptedError('Interrupted'));
    });
  return ending.signal;
};

/**
 * Runs a script, if its file is the one that Node was started with: exit code 0, 1 with one message that says what is wrong,
 * or 2 with how it is used.
 * @param url the file's `import.meta.url`.
 */
export const runScript = async (url: string, script: Script): Promise<void> => {
  if (process.argv[1] === undefined || url !== pathToFileURL(process.argv[1]).href) return;
  const parsed = parse(script);
  if (!parsed) {
    process.stderr.write(script.usage);
    process.exitCode = USAGE_CODE;
    return;
  }
  const progress = new ProgressBar(process.stderr);
  const signal = untilSignal();
  try {
    loadEnvFile();
    const outcome = await script.run({ ...parsed, signal, progress });
    const { text, exitCode } = typeof outcome === 'string' ? { text: outcome, exitCode: 0 } : outcome;
    progress.end();
    process.stdout.write(text);
    process.exitCode = exitCode;
  } catch (error) {
    progress.end();
    process.stderr.write(`${describe(signal.aborted ? signal.reason : error)}\n`);
    process.exitCode = 1;
  }
};

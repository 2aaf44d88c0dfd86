import { readConfig } from '../config.ts';
import { describe } from './run-process.ts';
import { allowSlowLines } from '../services/network/agent.ts';
import type { CheckResult } from '../lib/check.ts';
import { runChecks } from './checks.ts';
import { runScript, type Script } from './script.ts';
import { checkNames } from './unknown-names.ts';

const USAGE = `Usage: npm run doctor -- [--json]

Checks everything that Easel needs, and says how to fix it. It changes nothing and is safe while Easel runs.
--json prints JSON for scripts. Exit code 0: everything is fine; 1: something is broken; 2: nothing could be checked.
`;

const COULD_NOT_RUN = 2;
const MARKS = { ok: '✔', broken: '✖', skipped: '–' } as const;

const lineOf = ({ check, state, text, advice }: CheckResult): string =>
  `${MARKS[state]} ${check}: ${text}${advice === undefined ? '' : `\n  → ${advice}`}\n`;

const run: Script['run'] = async ({ flags, envNames }) => {
  const isJson = flags.has('json');
  try {
    allowSlowLines();
    const findings = await runChecks(readConfig(process.env), envNames);
    const exitCode = findings.some(({ state }) => state === 'broken') ? 1 : 0;
    const text = isJson
      ? `${JSON.stringify({ ok: exitCode === 0, checks: findings }, undefined, 2)}\n`
      : findings.map(lineOf).join('');
    return { text, exitCode };
  } catch (error) {
    const reason = describe(error);
    // A setting may be missing because of a slip in its name.
    const checks = checkNames(envNames, process.env);
    const text = isJson
      ? `${JSON.stringify({ ok: false, error: reason, checks })}\n`
      : [`${reason}\n`, ...checks.map(lineOf)].join('');
    return { text, exitCode: COULD_NOT_RUN };
  }
};

await runScript({ usage: USAGE, names: 0, flags: ['json'], run });

import { expect, test } from 'vitest';
import { createLog } from '../src/services/operations/log.ts';
import { planStop, STOP_BUDGET_MS, stopInOrder } from '../src/app/stopping.ts';
import { systemClock } from '../src/lib/clock.ts';

const never = () => new Promise<void>(() => undefined);

const logged = () => {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } });
  return { lines, options: { log, clock: systemClock } };
};

test('a step that fails or is late is logged by its name, and every other has its turn in order', async () => {
  const { lines, options } = logged();
  const done: string[] = [];
  const step = (name: string, run: () => unknown = () => done.push(name)) => ({ name, run, deadlineMs: 20 });
  await stopInOrder(
    [
      [step('first')],
      [
        step('hangs', never),
        step('throws', () => {
          throw new Error('at once');
        }),
        step('rejects', () => Promise.reject(new Error('later'))),
        step('beside'),
      ],
      [step('last')],
    ],
    options,
  );
  expect(done).toEqual(['first', 'beside', 'last']);
  for (const name of ['hangs', 'throws', 'rejects'])
    expect(lines.filter((line) => line.includes(`"step":"${name}"`))).toHaveLength(1);
});

test('a plan whose steps could take longer than there is time is none', () => {
  const step = (deadlineMs: number) => ({ name: 'any', run: never, deadlineMs });
  const half = STOP_BUDGET_MS / 2;
  expect(planStop([[step(half), step(half)], [], [step(half)]])).toHaveLength(3);
  expect(() => planStop([[step(half), step(half)], [step(half + 1)]])).toThrow(RangeError);
});

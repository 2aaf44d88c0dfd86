import { expect, test } from 'vitest';
import { ProgressBar } from '../src/lib/progress-bar.ts';

const barAt = (isTTY: boolean) => {
  const drawn: string[] = [];
  let now = 0;
  const bar = new ProgressBar({ write: (text) => drawn.push(text), isTTY }, () => now);
  return { bar, drawn, wait: (milliseconds: number) => (now += milliseconds) };
};

test('what takes less than a second shows no bar', () => {
  const { bar, drawn, wait } = barAt(true);
  bar.add('Saving', 500, 1_000);
  wait(900);
  bar.add('Saving', 500, 1_000);
  bar.end();
  expect(drawn).toEqual([]);
});

test('what takes longer shows how far it is, over the same line, and takes the line away at the end', () => {
  const { bar, drawn, wait } = barAt(true);
  bar.add('Saving', 250, 1_000);
  wait(1_100);
  bar.add('Saving', 250, 1_000);
  wait(100);
  bar.add('Saving', 1, 1_000);
  bar.end();
  expect(drawn).toEqual([
    expect.stringMatching(/^\rSaving █{15}░{15} 50 %, 500 rows/),
    expect.stringMatching(/^\r/),
  ]);
});

test('in a log it is a line now and then, counted for each piece of work', () => {
  const { bar, drawn, wait } = barAt(false);
  wait(1_100);
  bar.add('Copying', 900, 1_000);
  wait(5_000);
  bar.add('Comparing', 100, 1_000);
  wait(6_000);
  bar.add('Comparing', 100, 1_000);
  bar.end();
  expect(drawn).toEqual([
    expect.stringMatching(/^Copying .* 90 %, 900 rows\n$/),
    expect.stringMatching(/^Comparing .* 20 %, 200 rows\n$/),
  ]);
});

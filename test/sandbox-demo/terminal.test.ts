import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { cardText } from '../../sandbox/demo/once.ts';
import { startStandIns } from '../../sandbox/demo/sandbox.ts';
import { ComponentType } from '../../sandbox/discord/numbers.ts';
import type { Message } from '../../sandbox/discord/index.ts';

const demo = (...options: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'sandbox/demo/index.ts', ...options]);

test('an option that is misspelt is named, with the help', async () => {
  await expect(demo('--onec')).rejects.toThrow(/Unknown option '--onec'[^]*--once "PROMPT"/);
});

test('the first card of the demo has a bar, since its bot knows how long pictures take', async () => {
  const long = { minMs: 600_000, maxMs: 600_000 };
  const { discord, stop } = await startStandIns({
    service: { durations: { artgen: long, gen: long } },
    hasWorkedBefore: true,
    onLine: () => undefined,
  });
  onTestFinished(stop);
  const { atelier, member } = discord.world;
  const textOf = async (command: string) => {
    const { message } = await discord.as(member.id).slash(atelier.channelId, command, { prompt: 'a fox' });
    return () => discord.message(message?.id ?? '')?.embeds[0]?.description;
  };
  await expect.poll(await textOf('imagine')).toMatch(/[▰▱]{10} usually takes 13\ss/);
  await expect.poll(await textOf('gen')).toMatch(/[▰▱]{10} usually takes 10\ss/);
});

test('the card in the terminal breaks no button in two', () => {
  const labels = ['1', '2', '3', '4', 'Again', 'Edit prompt', 'Edit picture', 'Details', 'Save as style'];
  const message = {
    content: '',
    embeds: [{ description: 'done' }],
    components: [
      {
        type: ComponentType.ActionRow,
        components: labels.map((label) => ({ type: ComponentType.Button, label })),
      },
    ],
  } satisfies Partial<Message>;
  const lines = cardText(message).split('\n');
  for (const label of labels) expect(lines.filter((line) => line.includes(`[ ${label} ]`))).toHaveLength(1);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78);
});

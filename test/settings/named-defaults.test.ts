import { expect, test } from 'vitest';
import { controlsOf, openSettings } from '../world/admin-panels.ts';
import { textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

test('where nothing was chosen, each control names what applies, and no text repeats it', async () => {
  const { discord } = await startWorld();
  const message = discord.message(await openSettings(discord));
  const values = [
    'Mode for /imagine: fast (default)',
    'Size for /gen: 1K (default)',
    'Aspect ratio: Auto (default)',
    'Add 🔄 to finished pictures: off',
    'Spoilers: off',
  ];
  expect(controlsOf(message).slice(0, values.length)).toEqual(values);
  expect(textOf(message)).not.toMatch(/fast|1K|Auto|off/);
});

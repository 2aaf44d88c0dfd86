import { expect, test } from 'vitest';
import { openSettings } from '../world/admin-panels.ts';
import { textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

test('where nothing was chosen, the panel names what applies', async () => {
  const { discord } = await startWorld();
  const id = await openSettings(discord);
  expect(textOf(discord.message(id))).toContain(
    [
      '**Mode for /imagine**: fast (default)',
      '**Size for /gen**: 1K (default)',
      '**Aspect ratio**: Auto (default)',
      '**Add 🔄 to finished pictures**: off',
    ].join('\n'),
  );
  const controls = JSON.stringify(discord.message(id)?.components);
  expect(controls).toContain('Mode for /imagine: fast (default)');
});

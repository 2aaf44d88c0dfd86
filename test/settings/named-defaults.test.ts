import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { openSettings } from '../world/admin-panels.ts';
import { labelsOf, textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

test('where nothing was chosen, the panel names what applies, as the operator set it', async () => {
  const { discord } = await startWorld({ env: { RESULT_IMAGES: 'link' } });
  const { upload } = ENGLISH.settings.buttons;
  const id = await openSettings(discord);
  const labels = () => labelsOf(discord.message(id)).flat();
  expect(textOf(discord.message(id))).toContain(
    [
      '**Mode for /imagine**: fast (default)',
      '**Size for /gen**: 1K (default)',
      '**Aspect ratio for /gen**: Auto (default)',
      '**Reactions**: on',
      '**Delivery**: links (default)',
    ].join('\n'),
  );
  const controls = JSON.stringify(discord.message(id)?.components);
  expect(controls).toContain('Mode for /imagine: fast (default)');
  expect(labels()).toContain(upload.on);
  await discord.as(discord.world.admin.id).click(id, customId('settings', 'upload', 1));
  expect(textOf(discord.message(id))).toContain('**Delivery**: uploads\n');
  expect(labels()).toContain(upload.off);
});

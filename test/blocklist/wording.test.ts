import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { changeBlocklist, openPanel, speakGerman } from '../world/admin-panels.ts';
import { startWorld } from '../world/world.ts';

test('the form says what a whole word is, and a line between slashes is refused with what to type instead', async () => {
  const world = await startWorld();
  const { discord } = world;
  const panel = await openPanel(world, 'blocklist');
  const opened = await discord.as(discord.world.admin.id).click(panel.id, customId('blocklist-add'));
  expect(JSON.stringify(opened.modal)).toContain(
    'Whole words or phrases. nude* finds all that starts with nude.',
  );
  expect(await changeBlocklist(world, { rules: '/([a-z/' })).toContain(
    "`/([a-z/` can't be a rule, so it wasn't added. Enter words or phrases of up to 200 characters without slashes; the `*` in `nude*` stands for any other letters.",
  );
  await speakGerman(discord);
  expect(await changeBlocklist(world, { rules: '!/nackt.*/' })).toContain(
    '`/nackt.*/` kann keine Regel sein und wurde nicht hinzugefügt.',
  );
});

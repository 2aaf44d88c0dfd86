import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { changeBlocklist, openPanel, removeRule, speakGerman } from '../world/admin-panels.ts';
import { expectPainted, interact } from '../world/asking.ts';
import { allTextOf, expectRefusal } from '../world/messages.ts';
import { withRows } from '../world/stored-rows.ts';
import { startWorld } from '../world/world.ts';

test('the form says what a whole word is, and a line between slashes is refused with what to type instead', async () => {
  const world = await startWorld();
  const { discord } = world;
  const panel = await openPanel(world, 'blocklist');
  const opened = await discord.as(discord.world.admin.id).click(panel.id, customId('blocklist-add'));
  expect(JSON.stringify(opened.modal)).toContain(
    'Whole words or phrases. `nude*` finds all that starts with nude.',
  );
  expect(await changeBlocklist(world, { rules: '/([a-z/' })).toBe(
    "`/([a-z/` wasn't added: regular expressions aren't supported. Enter whole words or phrases without slashes; the `*` in `nude*` stands for any other letters.",
  );
  await speakGerman(discord);
  expect(await changeBlocklist(world, { rules: '!/nackt.*/' })).toContain(
    'reguläre Ausdrücke werden nicht unterstützt. Gib ganze Wörter oder Wendungen ohne Schrägstriche ein',
  );
});

test('a stored regular expression stops every request until it is removed, and the panel says so', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  await world.stopEasel();
  const value = { rules: ['/nud(e|ity)/', 'wolf'], exceptions: ['/good/'], bans: [] };
  const row = `blocklists:${discord.world.atelier.guild.id}`;
  await withRows(world, { [row]: JSON.stringify({ value }) });
  await world.startEasel();
  const refusal = expectRefusal(await interact(world, 'a fox'));
  expect(refusal).toContain('This server blocks something in your prompt, so nothing was submitted.');
  expect(refusal).not.toContain('nud');
  expect(await changeBlocklist(world, { rules: 'bear', prompt: 'a fox' })).toContain(
    'by the rule `/nud(e|ity)/`',
  );
  expect(allTextOf(await openPanel(world, 'blocklist'))).toContain(ENGLISH.blocklist.expressions);
  await removeRule(world, '/nud(e|ity)/');
  expect(expectRefusal(await interact(world, 'a bear'))).toContain('`bear`');
  await expectPainted(world, 'a fox');
  expect(service.submissions).toHaveLength(1);
  expect(await removeRule(world, '/good/')).not.toContain(ENGLISH.blocklist.expressions);
});

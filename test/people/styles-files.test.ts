import { expect, test } from 'vitest';
import type { Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { expectPainted, press, promptsOf, typeCommand } from '../world/asking.ts';
import { customIdOf, expectAnswer, idOf, labelsOf } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';
import { errorText } from '../world/words.ts';
import { make, open, openPanel, personFor, POSTER, suggested, type Whose } from '../world/styles.ts';

const { styles: texts } = ENGLISH;

const downloaded = async ({ discord }: World, panel: string, whose: Whose): Promise<Message> => {
  const answer = await discord.as(personFor(discord, whose)).click(panel, customId('styles-file', whose));
  return expectAnswer(discord, answer);
};

const importFile = async (world: World, whose: Whose, data: string): Promise<Message> => {
  const { discord } = world;
  const person = discord.as(personFor(discord, whose));
  const panel = await openPanel(world, personFor(discord, whose));
  const { modal } = await person.click(panel, customId('styles-import', whose));
  if (!modal) throw new Error('no form');
  const file = { filename: 'styles.json', bytes: Buffer.from(data), contentType: 'application/json' };
  return expectAnswer(discord, await person.submitModal(modal, { file: [file] }));
};

test('styles are imported from a file, all or none, and fifty of a server can all be picked', async () => {
  const world = await startWorld();
  const { discord } = world;
  const many = Array.from({ length: 50 }, (_none, index) => ({
    name: `Style ${index}`,
    text: `text ${index}`,
  }));
  expect((await importFile(world, 'own', JSON.stringify(many))).content).toContain(
    errorText('too-many-styles', { limit: 25 }),
  );
  const tooLong = JSON.stringify([{ name: 'x', text: 'x'.repeat(4_001) }]);
  for (const wrong of ['no JSON', '[{"name":"x"}]', '{}', tooLong])
    expect((await importFile(world, 'own', wrong)).content).toContain(
      errorText('no-styles-in-file', { filename: 'styles.json' }),
    );
  expect(await suggested(world)).toEqual([]);
  const message = await importFile(world, 'server', JSON.stringify(many));
  expect(message.content).toContain(texts.imported(50));
  await importFile(world, 'server', JSON.stringify([{ name: 'STYLE 49', text: 'changed' }]));
  await expectPainted(world, 'a fox', { options: { style: 'style 49' } });
  expect(promptsOf(world)).toEqual(['a fox, changed']);
  await open(world, 'Style 8', 'server', discord.world.member.id);
  expect(await suggested(world)).toHaveLength(25);
  const panel = await openPanel(world, discord.world.admin.id);
  const { attachments } = await downloaded(world, panel, 'server');
  expect(attachments.map(({ filename }) => filename)).toEqual(['styles.json']);
  expect(customIdOf(discord.message(panel), 'styles-import')).toContain('own');
});

test('/privacy gives and deletes the styles of a person', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  await make(world, POSTER);
  const panel = idOf(await typeCommand(world, 'privacy'));
  const file = await expectAnswer(discord, await discord.as(member.id).click(panel, customId('export-data')));
  expect(await (await fetch(file.attachments[0]?.url ?? '')).json()).toMatchObject({
    'history and defaults': { profile: { styles: [POSTER] } },
  });
  await press(discord, member.id, panel, ENGLISH.privacy.delete);
  const asked = discord.messagesIn(discord.world.atelier.channelId);
  const confirm = [discord.message(panel), ...asked].find(
    (message) => message && labelsOf(message).flat().includes(ENGLISH.privacy.confirm),
  );
  await press(discord, member.id, confirm?.id ?? panel, ENGLISH.privacy.confirm);
  await expect.poll(() => suggested(world)).toEqual([]);
});

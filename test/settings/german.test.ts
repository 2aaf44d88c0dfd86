import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { wordsIn } from '../../src/messages/language.ts';
import { commands } from '../../src/commands/index.ts';
import { changeBlocklist, controlsOf, openSettings, speakGerman } from '../world/admin-panels.ts';
import { expectPainted, openDetails, press, typeCommand } from '../world/asking.ts';
import { allTextOf, buttonsOf, expectText, textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

const german = wordsIn('de');

/** Words that stand in English texts and in no German one. */
const ENGLISH_WORDS = /\b(the|your|requests?|pictures?|with|and|this|none|default|when|people)\b/i;

const COMMANDS = [
  ['help', german.help.introduction],
  ['history', german.history.none],
  ['usage', german.usage.title.server],
  ['defaults', german.defaults.heading],
  ['privacy', german.privacy.closing],
  ['limits', german.limits.note],
  ['settings', german.settings.notes.pictures],
  ['blocklist', german.blocklist.empty],
  ['key status', german.key.none],
] as const;

test('everything that an admin opens in a German server is German, its controls too', async () => {
  const world = await startWorld();
  const { admin } = world.discord.world;
  await speakGerman(world.discord);
  for (const [command, text] of COMMANDS) {
    const { message } = await typeCommand(world, command, {}, { personId: admin.id });
    expect(allTextOf(message), command).toContain(text);
    const said = [allTextOf(message), ...Object.keys(buttonsOf(message))].join('\n');
    expect(said.replace(/`[^`]*`|<[^>]*>|\/\w+/g, ''), command).not.toMatch(ENGLISH_WORDS);
  }
});

test('forms and what is told of a change are German too', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { admin } = discord.world;
  await speakGerman(world.discord);
  const key = await typeCommand(world, 'key set', {}, { personId: admin.id });
  expect(key.modal?.title).toBe(german.key.form.title);
  expect(await changeBlocklist(world, { rules: 'gore' })).toContain(german.blocklist.added(1, 0));
  const card = await expectPainted(world);
  const { modal } = await press(discord, admin.id, card, 'Prompt ändern');
  expect(JSON.stringify(modal)).toContain(german.options.without);
  const { message: details } = await openDetails(world, card, admin.id);
  expect(textOf(details)).toContain(german.details.requested);
});

test('in direct messages every person reads their own language', async () => {
  const { discord } = await startWorld();
  const anna = discord.addUser({ username: 'anna', locale: 'de' });
  const { message } = await discord.as(anna.id).slash(anna.directChannelId, 'help');
  expect(textOf(message)).toContain(german.help.introduction);
});

test('Discord is told the German of every command, option, choice and menu', async () => {
  const { discord } = await startWorld();
  const registered = JSON.stringify(discord.commands());
  const { descriptions, options, choices } = german.commands;
  const texts = [descriptions, options, ...Object.values(choices), german.menus].flatMap((part) =>
    Object.values(part),
  );
  for (const text of texts) expect(registered).toContain(JSON.stringify(text));
});

test('each command, subcommand and option has its words, and there are none for others', () => {
  const { descriptions, options } = wordsIn('en').commands;
  const members = commands.flatMap((command) => ('members' in command ? command.members : command));
  const typed = commands.flatMap(({ data, ...command }) => [
    data.name,
    ...('members' in command ? command.members.map((member) => `${data.name} ${member.data.name}`) : []),
  ]);
  expect(new Set(Object.keys(descriptions))).toEqual(new Set(typed));
  const named = members.flatMap(({ data }) => (data.options ?? []).map(({ name }) => name));
  expect(new Set(Object.keys(options))).toEqual(new Set(named));
});

test('settings that nobody chose are named grammatically, and each control says what it changes', async () => {
  const { discord } = await startWorld();
  await speakGerman(discord);
  const pictures = await openSettings(discord);
  expect(controlsOf(discord.message(pictures))).toContain('Modus für /imagine: fast (Standard)');
  const channels = await openSettings(discord, 'channels');
  expect(controlsOf(discord.message(channels))).toContain('Log-Kanal: nicht festgelegt');
  const people = JSON.stringify(discord.message(await openSettings(discord, 'people'))?.components);
  expect(people).toContain('"label":"Sprache: Deutsch"');
  expect(people).toContain('"label":"Sprache: English"');
});

test('the table of /usage stands upright', async () => {
  const world = await startWorld();
  await speakGerman(world.discord);
  world.service.planTasks({ failReason: 'too foxy' });
  const { message: card } = await typeCommand(world, 'gen', { prompt: 'a bad fox' });
  await expectText(world.discord, card?.id ?? '', german.card.couldNotMake);
  await expectPainted(world);
  const { admin } = world.discord.world;
  const { message } = await typeCommand(world, 'usage', {}, { personId: admin.id });
  const [, table = ''] = /```\n([^]*?)\n```/.exec(textOf(message)) ?? [];
  const rows = table.split('\n');
  expect(rows).toContainEqual(expect.stringContaining(german.states.failed));
  expect(new Set(rows.map((line) => line.length))).toEqual(new Set([rows[0]?.length]));
});

test('a request that failed is called the same in /history, /usage and its chart', () => {
  for (const { states, usage } of [german, wordsIn('en')]) {
    expect(usage.altText(0, 0, 2)).toContain(`2 ${states.failed}`);
  }
});

test('help in German calls the buttons of cards as they stand there', async () => {
  const { discord } = await startWorld();
  const { atelier, member } = discord.world;
  member.user.locale = 'de';
  const person = discord.as(member.id);
  const opened = await person.slash(atelier.channelId, 'help');
  const { message } = await person.click(opened.message?.id ?? '', customId('help', 'buttons'));
  expect(textOf(message)).toContain('**Again**');
  expect(textOf(message)).toContain('zählen als neue Anfrage');
});

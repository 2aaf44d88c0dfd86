import { expect, test } from 'vitest';
import { wordsIn } from '../../src/messages/language.ts';
import { cardOf } from '../../src/cards/card.ts';
import type { Job } from '../../src/services/jobs/job.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { finishedCard } from '../actions/cards.ts';
import { blockPerson, openSettings, speakGerman } from '../world/admin-panels.ts';
import { press, typeCommand } from '../world/asking.ts';
import { ACCEPTED } from '../world/job.ts';
import { expectPictures, idOf, labelsOf, textOf, buttonsOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';
import { errorText } from '../world/words.ts';

test('cards speak the server’s language, also after a restart, and refusals the person’s', async () => {
  const { discord, restart } = await startWorld();
  const { atelier, gallery, member } = discord.world;
  const mona = discord.as(member.id);
  await speakGerman(discord);
  await restart();
  const answer = await mona.slash(atelier.channelId, 'gen', { prompt: 'a fox' });
  expect(textOf(answer.message)).toContain('**In der Warteschlange**');
  const finished = await expectPictures(discord, idOf(answer), 1);
  expect(Object.keys(buttonsOf(finished))).toContain('Bearbeiten');
  const refused = await mona.slash(atelier.channelId, 'gen', { prompt: ' ' });
  expect(refused.message?.content).toContain('Dein Prompt sagt nicht');
  const elsewhere = await mona.slash(gallery.channelId, 'gen', { prompt: ' ' });
  expect(elsewhere.message?.content).toContain('Dein Prompt sagt nicht');
  const there = await mona.slash(gallery.channelId, 'gen', { prompt: 'a hare' });
  expect(textOf(await expectPictures(discord, idOf(there), 1))).toContain('by <@');
});

test('a private card speaks its person’s language, and the server’s once it is published or posted', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  member.user.locale = 'de';
  const asked = await discord
    .as(member.id)
    .slash(atelier.channelId, 'imagine', { prompt: 'a fox', private: true });
  const card = await expectPictures(discord, idOf(asked), 4);
  expect(Object.keys(buttonsOf(card))).toContain('Veröffentlichen');
  await press(discord, member.id, card.id, 'Veröffentlichen');
  const published = await discord.until(
    () => discord.messagesIn(atelier.channelId).find(({ ephemeralTo }) => ephemeralTo === null),
    { what: 'a published card' },
  );
  expect(textOf(published)).toContain('by <@');
  expect(Object.keys(buttonsOf(published))).toContain('Again');
});

test('a server whose language in Discord is German is spoken to in German, until an admin chooses another', async () => {
  const world = await startWorld();
  const { discord, restart } = world;
  const { atelier, admin, member } = discord.world;
  const mona = discord.as(member.id);
  atelier.guild.locale = 'de';
  const early = await openSettings(discord, 'people');
  expect(JSON.stringify(discord.message(early)?.components)).toMatch(
    /"label":"Language: Deutsch","value":"de","default":true/,
  );
  const first = await mona.slash(atelier.channelId, 'gen', { prompt: 'a fox' });
  expect(textOf(first.message)).toContain('**In der Warteschlange**');
  await expectPictures(discord, idOf(first), 1);
  // Lines for admins follow no command.
  await restart();
  const log = discord.addChannel(atelier.guild.id, 'log').id;
  const settings = await openSettings(discord, 'channels');
  await discord.as(admin.id).select(settings, customId('settings', 'log-channel'), [log]);
  await blockPerson(world, discord.world.secondMember.id);
  await discord.until(() => discord.messagesIn(log).some((line) => textOf(line).includes('blockiert')), {
    what: 'a German line in the log channel',
  });
  const people = await openSettings(discord, 'people');
  expect(JSON.stringify(discord.message(people)?.components)).toContain('"label":"Language: Deutsch"');
  await discord.as(admin.id).select(people, customId('settings', 'language'), ['en']);
  const second = await mona.slash(atelier.channelId, 'gen', { prompt: 'a hare' });
  expect(textOf(await expectPictures(discord, idOf(second), 1))).toContain('by <@');
});

test('a German member of an English server reads German privately, and English messages with everybody', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, admin, member } = discord.world;
  discord.addMember(atelier.guild.id, member.id);
  member.user.locale = 'de';
  const card = await finishedCard(world);
  expect(labelsOf(card.message).flat()).toContain('Again');
  const picked = await press(discord, member.id, card.id, '1');
  expect(labelsOf(picked.message).flat()).toContain('Variieren');
  const posted = await press(discord, member.id, idOf(picked), 'Hier posten');
  expect(textOf(posted.message)).toContain('📤 Posted by');
  const { message: help } = await typeCommand(world, 'help');
  expect(textOf(help)).toContain(wordsIn('de').help.introduction);
  // A form that an English message opens is German as well.
  const { modal } = await press(discord, member.id, card.id, 'Edit prompt');
  expect(modal?.title).toBe('Prompt ändern');
  admin.user.locale = 'de';
  const log = discord.addChannel(atelier.guild.id, 'log').id;
  const settings = await openSettings(discord, 'channels');
  await discord.as(admin.id).select(settings, customId('settings', 'log-channel'), [log]);
  await blockPerson(world, member.id);
  await discord.until(() => discord.messagesIn(log).some((line) => textOf(line).includes('Blocked')), {
    what: 'an English line in the log channel',
  });
});

test('in direct messages they speak the person’s language, as far as Easel speaks it', async () => {
  const { discord } = await startWorld();
  const anna = discord.addUser({ username: 'anna', locale: 'de' });
  const luca = discord.addUser({ username: 'luca', locale: 'it' });
  const german = await discord.as(anna.id).slash(anna.directChannelId, 'gen', { prompt: ' ' });
  expect(german.message?.content).toContain('Dein Prompt sagt nicht');
  const english = await discord.as(luca.id).slash(luca.directChannelId, 'gen', { prompt: ' ' });
  expect(english.message?.content).toContain(errorText('prompt-empty'));
});

test('what Easel does not speak is said in English', () => {
  expect(wordsIn('tlh')).toBe(wordsIn('en'));
  expect(wordsIn(undefined)).toBe(wordsIn('en'));
  expect(wordsIn('toString')).toBe(wordsIn('en'));
});

test('a card is shown in the language in which its job was accepted', () => {
  const job: Job = {
    ...ACCEPTED,
    submission: { family: 'gen', body: { prompt: 'ein Fuchs' } },
    notes: [{ kind: 'size-set-to-4k' }],
    target: { ...ACCEPTED.target, language: 'de' },
    state: 'failed',
    failure: { kind: 'task-failed', reason: 'too dark' },
    endedAt: 1,
    delivery: 'due',
  };
  const description = cardOf(job, { now: 1 }).embeds?.[0]?.description ?? '';
  expect(description).toBe(
    '**Der Bilderdienst konnte daraus kein Bild erstellen:**\n> too dark\n\nPrompt:\n> ein Fuchs\n`size` wurde auf 4K gesetzt, weil `output_size` das braucht.\n-# von <@1>',
  );
});

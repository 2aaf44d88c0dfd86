import { expect, test } from 'vitest';
import { wordsIn } from '../../src/commands/framework/language.ts';
import { cardOf } from '../../src/discord/delivery/card.ts';
import type { Job } from '../../src/services/jobs/job.ts';
import { speakGerman } from '../world/admin-panels.ts';
import { ACCEPTED } from '../world/job.ts';
import { expectPictures, idOf, textOf, buttonsOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';
import { errorText } from '../world/words.ts';

test('cards and refusals speak the server’s language, also after a restart', async () => {
  const { discord, restart } = await startWorld();
  const { atelier, gallery, member } = discord.world;
  const mona = discord.as(member.id);
  await speakGerman(discord);
  await restart();
  const answer = await mona.slash(atelier.channelId, 'gen', { prompt: 'a fox' });
  expect(textOf(answer.message)).toContain('**Wartet**');
  const finished = await expectPictures(discord, idOf(answer), 1);
  expect(finished.embeds[0]?.footer?.text).toContain('dauerte');
  expect(Object.keys(buttonsOf(finished))).toContain('Nochmal');
  const refused = await mona.slash(atelier.channelId, 'gen', { prompt: ' ' });
  expect(refused.message?.content).toContain('Dein Prompt ist leer');
  const elsewhere = await mona.slash(gallery.channelId, 'gen', { prompt: ' ' });
  expect(elsewhere.message?.content).toContain(errorText('prompt-empty'));
});

test('in direct messages they speak the person’s language, as far as Easel speaks it', async () => {
  const { discord } = await startWorld();
  const anna = discord.addUser({ username: 'anna', locale: 'de' });
  const luca = discord.addUser({ username: 'luca', locale: 'it' });
  const german = await discord.as(anna.id).slash(anna.directChannelId, 'gen', { prompt: ' ' });
  expect(german.message?.content).toContain('Dein Prompt ist leer');
  const english = await discord.as(luca.id).slash(luca.directChannelId, 'gen', { prompt: ' ' });
  expect(english.message?.content).toContain(errorText('prompt-empty'));
});

test('what Easel does not speak is said in English', () => {
  expect(wordsIn('fr')).toBe(wordsIn('en'));
  expect(wordsIn(undefined)).toBe(wordsIn('en'));
  expect(wordsIn('toString')).toBe(wordsIn('en'));
});

test('a card is shown in the language in which its job was accepted', () => {
  const job: Job = {
    ...ACCEPTED,
    submission: { family: 'gen', body: { prompt: 'ein Fuchs' } },
    notes: [{ kind: 'size-set-to-4k' }],
    language: 'de',
    state: 'failed',
    failure: { kind: 'task-failed', reason: 'too dark' },
    endedAt: 1,
    delivery: 'due',
  };
  const description = cardOf(job, { now: 1 }).embeds?.[0]?.description ?? '';
  expect(description).toBe(
    '**Der Bilderdienst hat das abgelehnt:**\n> too dark\n\nPrompt:\n> ein Fuchs\n`size` wurde auf 4K gesetzt, weil `output_size` das braucht.\n-# von <@1>',
  );
});

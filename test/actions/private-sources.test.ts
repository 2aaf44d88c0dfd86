import { expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import { bodiesOf, expectPainted, press, typeCommand } from '../world/asking.ts';
import { allTextOf, expectAnswer, expectPictures, idOf } from '../world/messages.ts';
import { errorText } from '../world/words.ts';
import { startWorld } from '../world/world.ts';

const { card } = ENGLISH;

test('what is made for everyone out of a private picture gives nobody its address', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member, secondMember } = discord.world;
  const own = await expectPainted(world, 'a secret', { command: 'gen', options: { private: true } });
  const prompt = 'with a hat';
  const asked = await typeCommand(world, 'gen', { prompt, start_from: 'last' });
  await discord.as(member.id).menu(atelier.channelId, 'Use in Easel', own);
  const fromTray = await typeCommand(world, 'gen', { prompt, start_from: 'tray' });
  for (const answer of [asked, fromTray]) {
    const made = await expectPictures(discord, idOf(answer), 1);
    expect(made.ephemeralTo).toBeNull();
    expect(allTextOf(made)).toContain(card.startsFrom(1, undefined));
    expect(allTextOf(made)).not.toContain('](<http');
    for (const label of ['Again', card.buttons.editPrompt]) {
      const refused = await expectAnswer(discord, await press(discord, secondMember.id, made.id, label));
      expect(refused.content).toContain(errorText('references-not-yours'));
    }
  }
  expect(bodiesOf(world)).toHaveLength(3);
});

import { expect, test } from 'vitest';
import { startWorld } from '../world/world.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { expectPictures, expectText } from '../world/messages.ts';
import { ENGLISH } from '../../src/messages/language.ts';

test("a card in a channel that the bot can't see asks for a click before its token ends", async () => {
  const { discord, service, clock } = await startWorld();
  const { atelier, member } = discord.world;
  service.planTasks({ durationMs: 18 * MINUTE_MS });
  const person = discord.as(member.id);
  const { message } = await person.slash(atelier.channelId, 'imagine', {
    prompt: 'a hidden garden',
    timeout: 1200,
  });
  const id = message?.id ?? '';
  await service.until(() => service.tasks.length === 1, { what: 'the task' });
  discord.hideChannelFromBot(atelier.channelId);

  clock.advance(12.5 * MINUTE_MS);
  await discord.until(
    () => discord.requests.find(({ route, status }) => route === '/channels/:channel' && status === 403),
    {
      what: 'a look at the channel',
    },
  );
  clock.advance(MINUTE_MS);
  await expectText(discord, id, ENGLISH.card.stillWorking);

  clock.advance(5 * MINUTE_MS);
  await service.until(() => service.tasks[0]?.state === 'success', { what: 'the end' });
  const button = discord.message(id)?.components[0]?.components?.[0]?.custom_id ?? '';
  await person.click(id, button);
  await expectPictures(discord, id, 4);
});

test('a card in a channel that the bot can see needs no click, and is edited there after 15 minutes', async () => {
  const { discord, service, clock } = await startWorld();
  const { atelier, member } = discord.world;
  service.planTasks({ durationMs: 18 * MINUTE_MS });
  const { message } = await discord
    .as(member.id)
    .slash(atelier.channelId, 'imagine', { prompt: 'a long wait', timeout: 1200 });
  const id = message?.id ?? '';
  await service.until(() => service.tasks.length === 1, { what: 'the task' });

  clock.advance(13.5 * MINUTE_MS);
  await discord.until(
    () => discord.requests.find(({ route, status }) => route === '/channels/:channel' && status === 200),
    {
      what: 'a look at the channel',
    },
  );
  clock.advance(5 * MINUTE_MS);
  await expectPictures(discord, id, 4);

  const lines = discord.historyOf(id).map(({ embeds }) => embeds[0]?.description ?? '');
  expect(lines.some((line) => line.includes(ENGLISH.card.stillWorking))).toBe(false);
  expect(discord.requests.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(1);
});

import { expect, test } from 'vitest';
import { startWorld } from '../world/world.ts';
import { expectPictures, textOf } from '../world/messages.ts';

test('/imagine ends with four pictures in the message that answered it', async () => {
  const { discord, service } = await startWorld();
  const { atelier, member } = discord.world;
  const result = await discord
    .as(member.id)
    .slash(atelier.channelId, 'imagine', { prompt: 'a lighthouse at dusk --ar 16:9' });
  expect(result.answered).toBe(true);
  expect(result.deferred).toBe(false);
  const id = result.message?.id ?? '';
  expect(textOf(discord.message(id))).toContain('Waiting');
  const message = await expectPictures(discord, id, 4);
  expect(service.submissions.map(({ body }) => body)).toEqual([{ prompt: 'a lighthouse at dusk --ar 16:9' }]);
  expect(message.embeds[0]?.footer?.text).toMatch(/^\/imagine · \d+ × \d+$/);
});

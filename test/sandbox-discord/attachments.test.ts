import { expect, test } from 'vitest';
import { z } from 'zod';
import { ask, PIXEL, start } from './helpers.ts';

const refreshedSchema = z.object({
  refreshed_urls: z.array(z.object({ original: z.string(), refreshed: z.string() })),
});

test('a link that has died is renewed on demand, whether or not its file is still there', async () => {
  let now = Date.now();
  const discord = await start({ now: () => now });
  const { atelier, member } = discord.world;
  const file = { filename: 'cat.png', contentType: 'image/png', bytes: PIXEL };
  const [attachment] = discord.as(member.id).send(atelier.channelId, '', [file]).attachments;
  const url = attachment?.url ?? '';
  now += 2 * 86_400_000;
  expect((await fetch(url)).status).toBe(404);
  const foreign = 'https://example.com/cat.png';
  const refresh = () =>
    ask(discord, 'POST', '/attachments/refresh-urls', { attachment_urls: [url, foreign] });
  const { refreshed_urls: pairs } = refreshedSchema.parse((await refresh()).body);
  expect(pairs.map(({ original }) => original)).toEqual([url, foreign]);
  expect(pairs[1]?.refreshed).toBe(foreign);
  const renewed = pairs[0]?.refreshed ?? '';
  expect((await fetch(renewed)).status).toBe(200);
  discord.removeFile(url);
  expect((await refresh()).status).toBe(200);
  expect((await fetch(renewed)).status).toBe(404);
});

test('what admins say about commands is listed by server', async () => {
  const discord = await start();
  const { atelier, gallery, member } = discord.world;
  const rule = { id: member.id, type: 2 as const, permission: false };
  discord.setCommandRules(atelier.guild.id, discord.applicationId, [rule]);
  const pathOf = (guildId: string) =>
    `/applications/${discord.applicationId}/guilds/${guildId}/commands/permissions`;
  expect((await ask(discord, 'GET', pathOf(atelier.guild.id))).body).toMatchObject([
    { id: discord.applicationId, guild_id: atelier.guild.id, permissions: [rule] },
  ]);
  expect((await ask(discord, 'GET', pathOf(gallery.guild.id))).body).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { startWorld, type World } from '../world/world.ts';
import {
  expectAnswer,
  expectCard,
  expectPictures,
  expectRefusal,
  expectText,
  textOf,
  customIdsOf,
} from '../world/messages.ts';
import { expectPainted, interact } from '../world/asking.ts';
import { DAY_MS } from '../world/durations.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { errorText } from '../world/words.ts';

const usageOf = async ({ discord }: World, personId: string): Promise<Message> =>
  expectAnswer(discord, await discord.as(personId).slash(discord.world.atelier.channelId, 'usage'));

/** The numbers of one line of the table: today, week, month. */
const lineOf = (message: Message, name: string): string[] => {
  const line = textOf(message)
    .split('\n')
    .find((candidate) => candidate.startsWith(name));
  return (line?.slice(name.length).trim() ?? '').split(/\s+/);
};

const pngSizeSchema = z.object({ width: z.literal(840), height: z.literal(320) });

describe('/usage', () => {
  test('counts what came of a person’s jobs, by family, over restarts', async () => {
    const world = await startWorld();
    const { discord, service } = world;
    const { atelier, admin, member, secondMember } = discord.world;
    await expectPainted(world);
    await expectPainted(world, undefined, { personId: secondMember.id });
    service.planTasks({ failReason: 'no' });
    await expectText(discord, expectCard(await interact(world)), ENGLISH.card.couldNotMake);
    const gen = await discord.as(member.id).slash(atelier.channelId, 'gen', { prompt: 'a fox' });
    await expectPictures(discord, expectCard(gen), 1);
    service.setQuota('test', 0);
    await expectText(discord, expectCard(await interact(world)), ENGLISH.card.failures.quota.title);
    await world.restart();
    const own = textOf(await usageOf(world, member.id));
    expect(own).toContain(ENGLISH.usage.counted(2, 2, 2));
    expect(own).toContain(ENGLISH.usage.failedFree);
    const message = await usageOf(world, admin.id);
    expect(lineOf(message, '/imagine')).toEqual(['3', '3', '3']);
    expect(lineOf(message, '/gen')).toEqual(['1', '1', '1']);
    expect(textOf(message)).toContain(ENGLISH.usage.failedFree);
    expect(lineOf(message, 'failed')).toEqual(['1', '1', '1']);
    expect(lineOf(message, 'success')).toEqual(['75%', '75%', '75%']);
    expect(lineOf(message, 'over quota')).toEqual(['1', '1', '1']);
    expect(textOf(message)).toMatch(/\/imagine: usually \d+\s(s|min)/);
  });

  test('has its numbers below each other, also beside the wide letters of Japanese', async () => {
    const world = await startWorld();
    world.discord.world.admin.user.locale = 'ja';
    await expectPainted(world);
    const table = textOf(await usageOf(world, world.discord.world.admin.id));
    // Eight columns: the widest name, /imagine, or two letters and four blanks. Then six for each number.
    expect(table).toContain('\n          今日  今週  今月\n/imagine     1     1     1\n');
    expect(table).toContain('\n成功      100%  100%  100%\n');
  });

  test('is for the admin alone, and shows a chart with words for those who can’t see it', async () => {
    const world = await startWorld();
    const { admin } = world.discord.world;
    await expectPainted(world);
    const message = await usageOf(world, admin.id);
    expect(message.ephemeralTo).toBe(admin.id);
    const url = message.embeds[0]?.image?.url ?? '';
    expect(pngSizeSchema.parse(message.embeds[0]?.image)).toBeDefined();
    const png = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    const request = world.discord.requests.find(({ files }) =>
      files.some(({ name }) => name === 'usage.png'),
    );
    expect(JSON.stringify(request?.body)).toContain('1 by /imagine, 0 by /gen, 0 failed');
    expect(textOf(message)).toMatch(/\*\*Requests per day\*\* · \d+ \w+ to (\d+ \w+) · most: 1 on \1\n/);
    expect(textOf(message)).toContain('🟦 /imagine · 🟨 /gen · 🟥 failed');
  });

  test('shows members their own, without a file and without anybody else', async () => {
    const world = await startWorld();
    const { secondMember } = world.discord.world;
    await expectPainted(world);
    const message = await usageOf(world, secondMember.id);
    expect(textOf(message)).toContain(ENGLISH.usage.none);
    expect(textOf(message)).not.toContain('<@');
    expect(customIdsOf(message)).toEqual([]);
  });

  test('shows admins everybody’s, and their own when they want', async () => {
    const world = await startWorld();
    const { discord } = world;
    const { member, secondMember, admin } = discord.world;
    await expectPainted(world);
    await expectPainted(world);
    await expectPainted(world, undefined, { personId: secondMember.id });
    const message = await usageOf(world, admin.id);
    expect(lineOf(message, '/imagine')).toEqual(['3', '3', '3']);
    expect(textOf(message)).toContain(`1. <@${member.id}> **2** · 2 this week · 2 today · 100% success`);
    expect(textOf(message)).toContain(`2. <@${secondMember.id}> **1**`);
    await discord.as(admin.id).click(message.id, customId('usage-show', 'own'));
    const own = discord.message(message.id);
    if (!own) throw new Error('the message is gone');
    expect(textOf(own)).toContain(ENGLISH.usage.none);
    expect(textOf(own)).not.toContain('<@');
    await discord.as(admin.id).click(message.id, customId('usage-show', 'server'));
    expect(textOf(discord.message(message.id))).toContain(`<@${member.id}>`);
  });

  test('hands admins a file of all that is counted', async () => {
    const world = await startWorld();
    const { discord } = world;
    const { member, admin } = discord.world;
    await expectPainted(world);
    const message = await usageOf(world, admin.id);
    const answer = await discord.as(admin.id).click(message.id, customId('usage-file'));
    const [file] = answer.message?.attachments ?? [];
    expect(answer.message?.ephemeralTo).toBe(admin.id);
    expect(file?.filename).toMatch(/^easel-usage-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await (await fetch(file?.url ?? '')).text()).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d,${member.id},imagine,1,0,1,0,0,0,0,0$`));
  });

  test('refuses everybody’s numbers and the file to those who have lost the right', async () => {
    const world = await startWorld();
    const { discord } = world;
    const { atelier, admin } = discord.world;
    const message = await usageOf(world, admin.id);
    const own = await discord.as(admin.id).click(message.id, customId('usage-show', 'own'));
    discord.guild(atelier.guild.id)?.members.get(admin.id)?.roleIds.splice(0);
    expect(expectRefusal(await discord.as(admin.id).click(message.id, customId('usage-file')))).toContain(
      errorText('missing-right', { right: 'Manage Server' }),
    );
    const all = await discord
      .as(admin.id)
      .click(own.message?.id ?? message.id, customId('usage-show', 'server'));
    expect(expectRefusal(all)).toContain(errorText('missing-right', { right: 'Manage Server' }));
  });

  test('tells today from the days before, and servers from each other', async () => {
    const world = await startWorld();
    const { discord, clock } = world;
    const { gallery, member } = discord.world;
    await expectPainted(world);
    clock.advance(DAY_MS);
    expect(textOf(await usageOf(world, member.id))).toContain('Requests: **0** today');
    const elsewhere = await discord.as(member.id).slash(gallery.channelId, 'usage');
    expect(textOf(await expectAnswer(discord, elsewhere))).toContain(ENGLISH.usage.none);
  });

  test('shows in direct messages what was requested there', async () => {
    const world = await startWorld();
    const { discord } = world;
    const { member } = discord.world;
    await expectPainted(world);
    const person = discord.as(member.id);
    const asked = await person.slash(member.directChannelId, 'imagine', { prompt: 'a fox' });
    await expectPictures(discord, asked.message?.id ?? '', 4);
    const message = await expectAnswer(discord, await person.slash(member.directChannelId, 'usage'));
    expect(textOf(message)).toContain(ENGLISH.usage.counted(1, 1, 1));
    const answer = await person.click(message.id, customId('usage-file'));
    expect(answer.message?.attachments).toHaveLength(1);
  });
});

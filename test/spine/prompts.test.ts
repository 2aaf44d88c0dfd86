import { parse } from 'discord-markdown-parser';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startWorld } from '../world/world.ts';
import { expectPictures, textOf } from '../world/messages.ts';

const nodeSchema = z.object({
  type: z.string(),
  content: z.unknown().optional(),
  name: z.string().optional(),
});

/**
 * What a reader sees of the card's quote, read by a parser of Discord's markdown, without the line break that ends it; anything
 * but text is named in braces.
 */
const shownIn = (description: string): string => {
  const show = (value: unknown): string => {
    const node = nodeSchema.parse(value);
    if (node.type === 'text') return String(node.content);
    if (node.type === 'br' || node.type === 'newline') return '\n';
    if (node.type === 'twemoji') return node.name ?? '';
    return `{${node.type}}`;
  };
  const nodes = z.array(nodeSchema).parse(parse(description, 'extended'));
  const quote = nodes.find(({ type }) => type === 'blockQuote');
  return z.array(z.unknown()).parse(quote?.content).map(show).join('').replace(/\n$/, '');
};

const PROMPTS: Record<string, string> = {
  everyone: 'a crowd, @everyone and @here look up',
  mentions: 'a note to <@123456789012345678> and <@&123456789012345678> in <#123456789012345678>',
  'masked links':
    'a door [click me](https://evil.example/path?x=1) and https://plain.example discord.gg/invite',
  backticks: 'a `sign` that says ``hello`` and `',
  'code fences': 'a page ```js\nalert(1)\n``` torn',
  formatting: '# big **bold** __under__ ~~gone~~ ||secret|| *slant* _too_ -# small > quote',
  timestamps: 'a clock <t:1700000000:R> </imagine:123456789012345678> <a:wave:123456789012345678>',
  emoji: 'a family 👨‍👩‍👧‍👦 under a 🏳️‍🌈 with 👍🏽 and 🇩🇪',
  'right-to-left text': 'قطة على سجادة \u202Eabc\u202C שלום עולם',
  newlines: 'first line\nsecond line\n> third line\n- fourth',
  backslashes: String.raw`a path C:\temp\*new* and a \\ server`,
};

test('a prompt is sent as typed, shown on one line, and pings nobody', async () => {
  const { discord, service } = await startWorld();
  const { atelier, member } = discord.world;
  for (const [what, prompt] of Object.entries(PROMPTS)) {
    const { message } = await discord.as(member.id).slash(atelier.channelId, 'imagine', { prompt });
    const id = message?.id ?? '';
    await expectPictures(discord, id, 4);
    expect(service.submissions.at(-1)?.body, what).toEqual({ prompt });
    for (const state of discord.historyOf(id)) {
      expect(shownIn(textOf(state))).toBe(prompt.replace(/\s+/gu, ' '));
      expect(state.pings).toEqual({ everyone: false, users: [], roles: [] });
    }
  }
  expect(discord.requests.filter(({ status }) => status >= 400)).toEqual([]);
});

test('a prompt of 6,000 characters reaches the service whole; the card shows its beginning', async () => {
  const { discord, service } = await startWorld();
  const { atelier, member } = discord.world;
  const prompt = '👩‍🚀*`'.repeat(1_000).slice(0, 6_000);
  const { message } = await discord.as(member.id).slash(atelier.channelId, 'imagine', { prompt });
  const done = await expectPictures(discord, message?.id ?? '', 4);
  expect(service.submissions.map(({ body }) => body)).toEqual([{ prompt }]);
  const shown = shownIn(textOf(done));
  expect(shown.endsWith('…')).toBe(true);
  expect(prompt.startsWith(shown.slice(0, -1))).toBe(true);
});

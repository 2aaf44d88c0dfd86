import { expect, test } from 'vitest';
import { pictures, startWorld, textOf } from '../world/world.ts';

/** What a reader sees of escaped Discord markdown, and whether anything in it is still markup. */
const rendered = (markdown: string): { shown: string; markup: string } => ({
  shown: markdown.replace(/\\([^0-9A-Za-z\s])/g, '$1'),
  markup: markdown.replace(/\\[^0-9A-Za-z\s]/g, ''),
});

const quoted = (description: string): string =>
  description
    .split('\n')
    .filter((line) => line.startsWith('> '))
    .map((line) => line.slice(2))
    .join('\n');

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

test.each(Object.entries(PROMPTS))(
  'a prompt with %s is sent as typed, shown as typed, and pings nobody',
  async (_what, prompt) => {
    const { discord, service } = await startWorld();
    const { atelier, member } = discord.world;
    const { message } = await discord.as(member.id).slash(atelier.channelId, 'imagine', { prompt });
    const id = message?.id ?? '';
    const done = await pictures(discord, id, 4);

    expect(service.submissions.map(({ body }) => body)).toEqual([{ prompt }]);
    for (const state of discord.historyOf(id)) {
      const { shown, markup } = rendered(quoted(textOf(state)));
      expect(shown).toBe(prompt);
      expect(markup).not.toMatch(/[*_~|`<>[\]()#@]|:\/\//);
      expect(state.pings).toEqual({ everyone: false, users: [], roles: [] });
    }
    expect(discord.requests.filter(({ status }) => status >= 400)).toEqual([]);
    expect(done.embeds.every(({ image }) => image !== undefined)).toBe(true);
  },
);

test('a prompt of 6,000 characters reaches the service whole; the card shows its beginning', async () => {
  const { discord, service } = await startWorld();
  const { atelier, member } = discord.world;
  const prompt = '👩‍🚀*`'.repeat(1_000).slice(0, 6_000);
  const { message } = await discord.as(member.id).slash(atelier.channelId, 'imagine', { prompt });
  const done = await pictures(discord, message?.id ?? '', 4);
  expect(service.submissions.map(({ body }) => body)).toEqual([{ prompt }]);
  const { shown } = rendered(quoted(textOf(done)));
  expect(shown.endsWith('…')).toBe(true);
  expect(prompt.startsWith(shown.slice(0, -1))).toBe(true);
});

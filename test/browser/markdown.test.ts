import { expect, test } from 'vitest';
import { usePageWorld, visit } from './page-world.ts';

const { world } = usePageWorld();

const CONTENT = [
  '# Title',
  '**bold** *italic* __under__ ~~gone~~ `code`',
  '> quoted',
  '-# beneath',
  '- one',
  '- two',
  '```js\nlet x = 1;\n```',
  '[a link](https://example.com/) <t:0:R> ||secret||',
  '\\*plain\\* <b>not bold</b> <img src=x onerror=alert(1)> [bad](javascript:alert(1))',
].join('\n');

test('markdown is drawn as Discord draws it, and nothing in it becomes a script', async () => {
  const { discord } = world();
  const page = await visit(world());
  discord.as(discord.world.secondMember.id).send(discord.world.atelier.channelId, CONTENT);
  const words = page.locator('.words').last();
  await words.getByRole('heading', { name: 'Title' }).waitFor();
  for (const tag of ['strong', 'em', 'u', 's', 'blockquote', 'pre', '.subtext', '.moment', 'button.spoiler'])
    expect(await words.locator(tag).count(), tag).toBeGreaterThan(0);
  expect(await words.getByRole('listitem').allInnerTexts()).toEqual(['one', 'two']);
  expect(await words.getByRole('link').evaluateAll((links) => links.map(String))).toEqual([
    'https://example.com/',
  ]);
  expect(await words.locator('img').count()).toBe(0);
  expect(await words.innerText()).toContain('*plain* <b>not bold</b> <img src=x onerror=alert(1)>');
});

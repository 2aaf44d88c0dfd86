import { expect, test } from 'vitest';
import { ask } from '../sandbox-discord/helpers.ts';
import { choose, startParts, suggest, trySomething } from './parts-bot.ts';

test('suggestions are asked of the bot, and what is picked is sent', async () => {
  const { page, heard, discord } = await startParts(
    (interaction) => suggest(interaction) ?? { type: 4, data: { content: 'thank you' } },
  );
  await choose(page);
  await page.keyboard.type('th');
  await page.getByRole('option', { name: 'that word' }).click();
  await page.keyboard.type('pers');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Fel');
  await page.keyboard.press('Enter');
  await page.keyboard.type('number');
  await page.keyboard.press('Enter');
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await page.locator('.hint.wrong', { hasText: 'Enter at most 5' }).waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await page.getByText('thank you').waitFor();
  expect(heard.at(-1)).toMatchObject({
    type: 2,
    data: {
      options: [
        { name: 'word', value: 'word-2' },
        { name: 'person', value: discord.world.secondMember.id },
        { name: 'number', value: 4 },
      ],
    },
  });
});

test('a deferred answer is thinking until it is there, and later answers are replies', async () => {
  const { page, heard, discord } = await startParts((interaction) => suggest(interaction) ?? { type: 5 });
  await trySomething(page);
  await page.getByText('Easel is thinking…').waitFor();
  const { token } = heard.at(-1)!;
  const path = `/webhooks/${discord.applicationId}/${token}`;
  const content = `there it is for <@${discord.world.member.id}>, since <t:129600:D>`;
  await ask(discord, 'PATCH', `${path}/messages/@original`, { content }, { token: null });
  await page.getByText('there it is').waitFor();
  await page.locator('.edited').waitFor();
  await ask(discord, 'POST', path, { content: 'and one thing more' }, { token: null });
  await page
    .locator('.message', { hasText: 'and one thing more' })
    .locator('.reply-line', { hasText: 'there it is for @Mona, since January 2, 1970' })
    .waitFor();
});

test('markdown is drawn as Discord draws it, and nothing in it becomes a script', async () => {
  const content = [
    '# Title',
    '**bold** *italic* __under__ ~~gone~~ `code`',
    '> quoted',
    '-# beneath',
    '- one',
    '- two',
    '-# small',
    '```js\nlet x = 1;\n```',
    '[a link](https://example.com/) <t:0:R> ||secret||',
    '\\*plain\\* <b>not bold</b> [bad](javascript:alert(1))',
  ].join('\n');
  const { page } = await startParts((interaction) => suggest(interaction) ?? { type: 4, data: { content } });
  await trySomething(page);
  const words = page.locator('.words').last();
  await words.getByRole('heading', { name: 'Title' }).waitFor();
  for (const tag of ['strong', 'em', 'u', 's', 'blockquote', 'pre', '.subtext', '.moment', 'button.spoiler'])
    expect(await words.locator(tag).count(), tag).toBeGreaterThan(0);
  expect(await words.locator('.subtext').allInnerTexts()).toEqual(['beneath', 'small']);
  expect(await words.getByRole('listitem').allInnerTexts()).toEqual(['one', 'two']);
  expect(await words.getByRole('link').evaluateAll((links) => links.map(String))).toEqual([
    'https://example.com/',
  ]);
  expect(await words.innerText()).toContain('*plain* <b>not bold</b>');
});

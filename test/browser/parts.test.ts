import { InteractionType } from 'discord.js';
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

test('suggestions that do not come are said to have failed', async () => {
  const { page } = await startParts(() => undefined);
  await choose(page);
  await page.keyboard.type('t');
  await page.getByText('Loading options failed').waitFor();
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

test('an embed shows its fields, and a layout of Components V2 its parts', async () => {
  const embed = {
    title: 'A card',
    description: 'with **words**',
    color: 0xff0000,
    fields: [{ name: 'A', value: '1', inline: true }],
    footer: { text: 'the foot' },
  };
  const layout = [
    {
      type: 17,
      accent_color: 0x00ff00,
      components: [
        {
          type: 9,
          components: [{ type: 10, content: '## Laid out' }],
          accessory: { type: 2, style: 5, label: 'Read', url: 'https://example.com/' },
        },
        { type: 14 },
        {
          type: 1,
          components: [
            {
              type: 3,
              custom_id: 'colours',
              placeholder: 'Colours',
              min_values: 1,
              max_values: 2,
              options: ['red', 'green', 'blue'].map((value) => ({ label: value, value })),
            },
          ],
        },
      ],
    },
  ];
  const { page, heard } = await startParts((interaction) => {
    if (interaction.type === InteractionType.MessageComponent) return { type: 6 };
    if (
      interaction.type === InteractionType.ApplicationCommand &&
      'name' in interaction.data &&
      interaction.data.name === 'Inspect'
    )
      return { type: 4, data: { flags: 1 << 15, components: layout } };
    return suggest(interaction) ?? { type: 4, data: { embeds: [embed] } };
  });
  await trySomething(page);
  const card = page.locator('.embed');
  await card.getByText('the foot').waitFor();
  expect(await card.innerText()).toContain('A card\nwith words\nA\n1');
  await page
    .locator('.message')
    .last()
    .click({ button: 'right', position: { x: 200, y: 8 } });
  await page.getByRole('menuitem', { name: 'Inspect' }).click();
  await page.getByRole('heading', { name: 'Laid out' }).waitFor();
  expect(await page.getByRole('link', { name: 'Read' }).getAttribute('href')).toBe('https://example.com/');
  const select = page.getByRole('combobox', { name: /Colours/ });
  await select.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => heard.at(-1)).toMatchObject({ type: 3, data: { values: ['red', 'green'] } });
});

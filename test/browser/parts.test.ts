import type { APIInteraction, Client } from 'discord.js';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { startPage } from '../../sandbox/demo/page-server.ts';
import { launchBrowser } from '../../sandbox/demo/browser.ts';
import { plainPainter, startImageService } from '../../sandbox/image-service/index.ts';
import { onTestFinished } from 'vitest';
import { answer, ask, connect, PIXEL, register, start } from '../sandbox-discord/helpers.ts';
import type { Discord } from '../../sandbox/discord/index.ts';

const TRY = {
  name: 'try',
  description: 'Tries the page',
  options: [
    { type: 3, name: 'word', description: 'A word that is suggested', required: true, autocomplete: true },
    { type: 6, name: 'person', description: 'Somebody' },
    { type: 4, name: 'number', description: 'A number', min_value: 1, max_value: 5 },
  ],
};
const INSPECT = { type: 3, name: 'Inspect' };

interface Bot {
  discord: Discord;
  page: Page;
  /** What the page's person did, oldest first. */
  heard: APIInteraction[];
}

/** The page in front of a bot of the test's own, which answers as it is told. */
const startParts = async (answers: (interaction: APIInteraction) => unknown): Promise<Bot> => {
  const discord = await start();
  await register(discord, TRY, INSPECT);
  const client: Client = await connect(discord);
  const service = await startImageService({ painter: plainPainter() });
  const bot = { running: true, kill: () => Promise.resolve(), start: () => Promise.resolve() };
  const served = await startPage({ discord, service, bot, port: 0 });
  const browser = await launchBrowser();
  onTestFinished(async () => {
    await browser.close();
    await served.stop();
    await service.stop();
  });
  const heard: APIInteraction[] = [];
  client.ws.on('INTERACTION_CREATE' as never, (interaction: APIInteraction) => {
    heard.push(interaction);
    const body = answers(interaction);
    if (body !== undefined) void answer(discord, interaction, body);
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(10_000);
  await page.goto(served.url);
  await page.locator('.text-box').waitFor();
  return { discord, page, heard };
};

const choose = async (page: Page): Promise<void> => {
  await page.locator('.text-box').focus();
  await page.keyboard.type('/try ');
  await page.locator('.command-chip').waitFor();
};

const trySomething = async (page: Page): Promise<void> => {
  await choose(page);
  await page.keyboard.type('this');
  await page.getByRole('option', { name: 'this word' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
};

const suggest = (interaction: APIInteraction) =>
  interaction.type === 4
    ? {
        type: 8,
        data: {
          choices: [
            { name: 'this word', value: 'word-1' },
            { name: 'that word', value: 'word-2' },
          ],
        },
      }
    : undefined;

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
  await ask(discord, 'PATCH', `${path}/messages/@original`, { content: 'there it is' }, { token: null });
  await page.getByText('there it is').waitFor();
  await page.locator('.edited').waitFor();
  await ask(discord, 'POST', path, { content: 'and one thing more' }, { token: null });
  await page
    .locator('.message', { hasText: 'and one thing more' })
    .locator('.reply-line', { hasText: 'there it is' })
    .waitFor();
});

test('markdown is drawn as Discord draws it, and nothing in it becomes a script', async () => {
  const content = [
    '# Title',
    '**bold** *italic* __under__ ~~gone~~ `code`',
    '> quoted',
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
    if (interaction.type === 3) return { type: 6 };
    if (interaction.type === 2 && 'name' in interaction.data && interaction.data.name === 'Inspect')
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

test('a modal of every component sends what was filled in', async () => {
  const label = (text: string, component: object) => ({ type: 18, label: text, component });
  const options = ['one', 'two', 'three'].map((value) => ({ label: value, value }));
  const modal = (components: object[]) => ({
    type: 9,
    data: { custom_id: 'form', title: 'A form', components },
  });
  const forms = [
    modal([
      { type: 10, content: 'Please **fill in**' },
      label('Name', { type: 4, custom_id: 'name', style: 1, min_length: 2 }),
      label('Story', { type: 4, custom_id: 'story', style: 2, required: false, value: 'once' }),
      label('Pick', { type: 3, custom_id: 'pick', options }),
      label('Who', { type: 5, custom_id: 'who' }),
    ]),
    modal([
      label('Radio', { type: 21, custom_id: 'radio', options }),
      label('Boxes', { type: 22, custom_id: 'boxes', options, min_values: 2, max_values: 3 }),
      label('Agreed', { type: 23, custom_id: 'agreed' }),
      label('File', { type: 19, custom_id: 'file', required: true }),
      label('Where', { type: 8, custom_id: 'where', required: false }),
    ]),
  ];
  const { page, heard, discord } = await startParts((interaction) => {
    if (interaction.type === 2) return forms.shift();
    return suggest(interaction) ?? { type: 4, data: { content: 'received' } };
  });
  await trySomething(page);
  const dialog = page.getByRole('dialog', { name: 'A form' });
  await dialog.getByLabel('Name').fill('x');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await dialog.getByText('Must be at least 2 characters').waitFor();
  await dialog.getByLabel('Name').fill('Mona');
  await dialog.getByRole('combobox', { name: 'Pick' }).click();
  await dialog.getByRole('option', { name: 'two' }).click();
  await dialog.getByRole('combobox', { name: 'Who' }).click();
  await dialog.getByRole('option', { name: 'Felix' }).click();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('received').waitFor();
  expect(valuesOf(heard)).toEqual({
    name: 'Mona',
    story: 'once',
    pick: ['two'],
    who: [discord.world.secondMember.id],
  });
  await trySomething(page);
  await dialog.getByRole('radio', { name: 'three' }).check();
  await dialog.getByRole('checkbox', { name: 'one' }).check();
  await dialog.getByRole('checkbox', { name: 'two' }).check();
  await dialog.getByRole('checkbox', { name: 'Agreed' }).check();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PIXEL });
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() => valuesOf(heard))
    .toMatchObject({
      radio: 'three',
      boxes: ['one', 'two'],
      agreed: true,
      file: [expect.stringMatching(/^\d+$/)],
    });
});

/** The values of the last modal, by the ids of its fields. */
const valuesOf = (heard: readonly APIInteraction[]): Record<string, unknown> => {
  const last = heard.at(-1);
  if (last?.type !== 5) return {};
  return Object.fromEntries(
    last.data.components.flatMap((part) => {
      if (!('component' in part) || !('custom_id' in part.component)) return [];
      const { custom_id: name } = part.component;
      return [
        [
          name,
          'values' in part.component
            ? part.component.values
            : 'value' in part.component
              ? part.component.value
              : null,
        ],
      ];
    }),
  );
};

import { InteractionType, type APIInteraction } from 'discord.js';
import { expect, test } from 'vitest';
import { PIXEL } from '../sandbox-discord/helpers.ts';
import { startParts, suggest, trySomething } from './parts-bot.ts';

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
    if (interaction.type === InteractionType.ApplicationCommand) return forms.shift();
    return suggest(interaction) ?? { type: 4, data: { content: 'received' } };
  });
  await trySomething(page);
  const dialog = page.getByRole('dialog', { name: 'A form' });
  await dialog.getByLabel('Name').fill('x');
  await page.keyboard.press('Enter');
  expect(await dialog.getByText('Must be at least 2 characters').count()).toBe(0);
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
  if (last?.type !== InteractionType.ModalSubmit) return {};
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

test('a form fits a phone, however long a placeholder is', async () => {
  const placeholder = 'Nothing is picked here, which is explained at some length';
  const component = { type: 3, custom_id: 'One', placeholder, options: [{ label: 'entry', value: '1' }] };
  const components = [{ type: 18, label: 'One', component }];
  const { page } = await startParts((interaction) =>
    interaction.type === InteractionType.ApplicationCommand
      ? { type: 9, data: { custom_id: 'form', title: 'Picking', components } }
      : (suggest(interaction) ?? { type: 4, data: { content: 'received' } }),
  );
  await page.setViewportSize({ width: 390, height: 560 });
  await trySomething(page);
  const dialog = page.getByRole('dialog', { name: 'Picking' });
  const [around, list] = await Promise.all([
    dialog.boundingBox(),
    dialog.getByRole('combobox', { name: 'One' }).boundingBox(),
  ]);
  const end = (part: typeof list) => (part?.x ?? NaN) + (part?.width ?? NaN);
  expect(end(list)).toBeLessThan(end(around));
});

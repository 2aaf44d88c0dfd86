import { expect, test } from 'vitest';
import { z } from 'zod';
import { answer, ask, imagine, interactionFrom, original, startWithBot } from './helpers.ts';

const CARD = {
  type: 4,
  data: {
    content: 'card',
    components: [{ type: 1, components: [{ type: 2, style: 1, label: 'Again', custom_id: 'again:1' }] }],
  },
};

const startWithCard = async () => {
  const started = await startWithBot();
  const { interaction, result } = await imagine(started.discord);
  await answer(started.discord, interaction, CARD);
  const card = (await result).message!;
  const click = () => interactionFrom(started.discord, () => started.mona.click(card.id, 'again:1'));
  return { ...started, card, click };
};

test('a click carries the message, and types 6 and 7 make it the original', async () => {
  const { discord, card, click } = await startWithCard();
  const { interaction } = await click();
  expect(interaction).toMatchObject({
    type: 3,
    message: { id: card.id, content: 'card' },
    data: { custom_id: 'again:1', component_type: 2 },
  });
  await answer(discord, interaction, { type: 6 });
  const edit = await ask(
    discord,
    'PATCH',
    original(discord, interaction.token),
    { content: 'again' },
    { token: null },
  );
  expect(edit.body).toMatchObject({ id: card.id, content: 'again' });
  const second = await click();
  const told = await answer(
    discord,
    second.interaction,
    { type: 7, data: { content: 'updated' } },
    { withResponse: true },
  );
  expect(told.body.resource).toMatchObject({ type: 7, message: { id: card.id, content: 'updated' } });
});

test('a reply to a click is a message of its own, under the card', async () => {
  const { discord, card, click } = await startWithCard();
  const { interaction, result } = await click();
  await answer(discord, interaction, { type: 4, data: { content: 'another' } });
  const { message } = await result;
  expect(message).toMatchObject({ type: 19, message_reference: { message_id: card.id } });
  expect(discord.message(card.id)?.content).toBe('card');
});

test('types 6 and 7 belong to components', async () => {
  const { discord } = await startWithBot();
  const { interaction } = await imagine(discord);
  const response = await answer(discord, interaction, { type: 7, data: { content: 'x' } });
  expect(response).toMatchObject({
    status: 400,
    body: { code: 50035, errors: { type: { _errors: [{ code: 'BASE_TYPE_CHOICES' }] } } },
  });
});

const MODAL = {
  type: 9,
  data: {
    custom_id: 'edit:1',
    title: 'Edit',
    components: [
      { type: 18, label: 'Prompt', component: { type: 4, custom_id: 'prompt', style: 2, value: 'a fox' } },
      {
        type: 18,
        label: 'Size',
        component: {
          type: 3,
          custom_id: 'size',
          options: [
            { label: 'Small', value: 's' },
            { label: 'Large', value: 'l' },
          ],
        },
      },
      { type: 18, label: 'Picture', component: { type: 19, custom_id: 'file', required: false } },
      {
        type: 18,
        label: 'Mode',
        component: {
          type: 21,
          custom_id: 'mode',
          options: [
            { label: 'A', value: 'a' },
            { label: 'B', value: 'b' },
          ],
        },
      },
      { type: 18, label: 'Private', component: { type: 23, custom_id: 'private' } },
    ],
  },
};

test('a modal is filled in and comes back with its values and files', async () => {
  const { discord, card, click, mona } = await startWithCard();
  const { interaction, result } = await click();
  await answer(discord, interaction, MODAL);
  const { modal } = await result;
  expect(modal).toMatchObject({ customId: 'edit:1', title: 'Edit' });
  const file = { filename: 'ref.png', contentType: 'image/png', bytes: Buffer.from('png') };
  const submitted = await interactionFrom(discord, () =>
    mona.submitModal(modal!, { size: ['l'], file: [file], mode: 'b', private: true }),
  );
  const { data } = z
    .object({
      data: z.object({
        components: z.array(z.object({ component: z.record(z.string(), z.unknown()) })),
        resolved: z.object({ attachments: z.record(z.string(), z.object({ filename: z.string() })) }),
      }),
    })
    .parse(submitted.interaction);
  expect(data.components.map(({ component }) => component['value'] ?? component['values'])).toEqual([
    'a fox',
    ['l'],
    Object.keys(data.resolved.attachments),
    'b',
    true,
  ]);
  expect(Object.values(data.resolved.attachments)[0]?.filename).toBe('ref.png');
  expect(submitted.interaction).toMatchObject({ type: 5, message: { id: card.id } });
  expect((await answer(discord, submitted.interaction, MODAL)).body.code).toBe(50035);
  expect(
    (await answer(discord, submitted.interaction, { type: 7, data: { content: 'edited' } })).status,
  ).toBe(204);
  expect(discord.message(card.id)?.content).toBe('edited');
});

test('a person is held to the rules of a modal', async () => {
  const { discord, click, mona } = await startWithCard();
  const { interaction, result } = await click();
  await answer(discord, interaction, MODAL);
  const { modal } = await result;
  await expect(mona.submitModal(modal!, { size: ['xl'], mode: 'a' })).rejects.toThrow(
    'xl is no choice of size',
  );
  await expect(mona.submitModal(modal!, { mode: 'a' })).rejects.toThrow('size: This field is required');
  await expect(mona.submitModal(modal!, { nothing: 'x' })).rejects.toThrow('the modal has no field nothing');
});

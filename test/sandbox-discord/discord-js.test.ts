import {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  DiscordAPIError,
  EmbedBuilder,
  Events,
  FileUploadBuilder,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  REST,
  Routes,
  TextInputBuilder,
  TextInputStyle,
  type ChatInputCommandInteraction,
  type Client,
} from 'discord.js';
import { expect, test } from 'vitest';
import { PIXEL, startWithBot } from './helpers.ts';

/** Lets the bot answer commands, and keeps what goes wrong. */
const onCommand = (
  client: Client,
  answer: (interaction: ChatInputCommandInteraction) => Promise<unknown>,
): unknown[] => {
  const errors: unknown[] = [];
  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) answer(interaction).catch((error: unknown) => errors.push(error));
  });
  return errors;
};

test('a deferred reply is edited with a gallery of files, and followed up', async () => {
  const { discord, client, mona, channelId } = await startWithBot();
  const files = ['a.png', 'b.png'].map(
    (name) => new AttachmentBuilder(PIXEL, { name, description: 'a fox' }),
  );
  const embeds = files.map(({ name }) =>
    new EmbedBuilder().setURL('https://example.com/1').setImage(`attachment://${name ?? ''}`),
  );
  const errors = onCommand(client, async (interaction) => {
    const deferred = await interaction.deferReply({ withResponse: true });
    expect(deferred.interaction.responseMessageId).toMatch(/^\d+$/);
    await interaction.editReply({ embeds, files });
    await interaction.followUp({
      content: 'more',
      files: [new AttachmentBuilder(PIXEL, { name: 'c.png' })],
      flags: MessageFlags.Ephemeral,
    });
  });
  await mona.slash(channelId, 'imagine', { prompt: 'a fox' });
  const [card, more] = await discord.until(
    () => discord.messagesIn(channelId).length === 2 && discord.messagesIn(channelId),
    { what: 'the card and its follow-up' },
  );
  expect(card!.embeds.map(({ url }) => url)).toEqual(['https://example.com/1', 'https://example.com/1']);
  expect(card!.attachments).toEqual([]);
  expect(more).toMatchObject({ content: 'more', ephemeralTo: mona.id, attachments: [{ filename: 'c.png' }] });
  expect(errors).toEqual([]);
});

test('buttons open modals with files, and the card is updated from them', async () => {
  const { client, mona, channelId } = await startWithBot();
  const again = new ButtonBuilder().setCustomId('edit:1').setLabel('Edit').setStyle(ButtonStyle.Primary);
  onCommand(client, (interaction) =>
    interaction.reply({
      content: 'card',
      components: [new ActionRowBuilder<ButtonBuilder>().addComponents(again)],
    }),
  );
  const prompt = new TextInputBuilder().setCustomId('prompt').setStyle(TextInputStyle.Paragraph);
  const modal = new ModalBuilder()
    .setCustomId('edit:1')
    .setTitle('Edit')
    .addLabelComponents(
      new LabelBuilder().setLabel('Prompt').setTextInputComponent(prompt),
      new LabelBuilder()
        .setLabel('Reference')
        .setFileUploadComponent(new FileUploadBuilder().setCustomId('file').setRequired(false)),
    );
  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isButton()) void interaction.showModal(modal);
    if (!interaction.isModalSubmit() || !interaction.isFromMessage()) return;
    const names = interaction.fields.getUploadedFiles('file')?.map(({ name }) => name) ?? [];
    void interaction.update(`${interaction.fields.getTextInputValue('prompt')} ${names.join()}`);
  });
  const { message } = await mona.slash(channelId, 'imagine', { prompt: 'a fox' });
  const opened = await mona.click(message!.id, 'edit:1');
  const file = { filename: 'ref.png', contentType: 'image/png', bytes: PIXEL };
  const submitted = await mona.submitModal(opened.modal!, { prompt: 'a wolf', file: [file] });
  expect(submitted.message).toMatchObject({ id: message!.id, content: 'a wolf ref.png' });
});

test('errors arrive with their codes', async () => {
  const { discord, client, mona, channelId } = await startWithBot();
  const codes: unknown[] = [];
  const errors = onCommand(client, async (interaction) => {
    const twin = new REST({ api: discord.apiUrl });
    await twin.post(Routes.interactionCallback(interaction.id, interaction.token), {
      auth: false,
      body: { type: 4, data: { content: 'first' } },
    });
    await interaction
      .reply('second')
      .catch((error: unknown) => codes.push(error instanceof DiscordAPIError && error.code));
    discord.expireToken(interaction.token);
    await twin
      .patch(Routes.webhookMessage(interaction.applicationId, interaction.token), {
        auth: false,
        body: { content: 'late' },
      })
      .catch((error: unknown) => codes.push(error instanceof DiscordAPIError && error.code));
  });
  await mona.slash(channelId, 'imagine', { prompt: 'x' });
  await expect.poll(() => codes).toEqual([40060, 50027]);
  expect(errors).toEqual([]);
});

test('discord.js waits out a 429 and sends again', async () => {
  const { discord, client, channelId } = await startWithBot();
  discord.faults.rateLimit({ method: 'POST', route: '/channels/:channel/messages' }, { retryAfterS: 0.05 });
  await client.rest.post(Routes.channelMessages(channelId), { body: { content: 'at last' } });
  expect(discord.messagesIn(channelId).map(({ content }) => content)).toEqual(['at last']);
  expect(discord.requests.filter(({ method }) => method === 'POST').map(({ status }) => status)).toEqual([
    429, 200,
  ]);
});

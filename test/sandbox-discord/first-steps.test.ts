import { ApplicationCommandOptionType, Client, Events, REST, Routes } from 'discord.js';
import { expect, test } from 'vitest';
import { startDiscord } from '../../sandbox/discord/index.ts';

test('a bot logs in, registers, answers and edits', async () => {
  const discord = await startDiscord();
  const client = new Client({ intents: [], rest: { api: discord.apiUrl } });
  client.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    void (async () => {
      await interaction.deferReply();
      await interaction.editReply({
        content: 'done',
        files: [{ attachment: Buffer.from('hello'), name: 'a.txt' }],
      });
    })();
  });
  await client.login(discord.botToken);
  await client.application!.commands.set([
    {
      name: 'imagine',
      description: 'Draw',
      options: [
        { type: ApplicationCommandOptionType.String, name: 'prompt', description: 'What', required: true },
      ],
    },
  ]);
  const { world } = discord;
  const result = await discord
    .as(world.member.id)
    .slash(world.atelier.channelId, 'imagine', { prompt: 'a fox' });
  expect(result).toMatchObject({ answered: true, deferred: true });
  const message = await discord.until(
    () => discord.messagesIn(world.atelier.channelId).find((m) => m.content === 'done'),
    { what: 'edit' },
  );
  expect(message.attachments).toHaveLength(1);
  expect(await (await fetch(message.attachments[0]!.url)).text()).toBe('hello');
  await new REST({ api: discord.apiUrl })
    .setToken(discord.botToken)
    .patch(Routes.channelMessage(message.channel_id, message.id), { body: { content: 'later' } });
  expect(discord.message(message.id)?.content).toBe('later');
  expect(discord.historyOf(message.id).map((m) => m.content)).toEqual(['', 'done', 'later']);
  expect(discord.failures).toEqual([]);
  await client.destroy();
  await discord.stop();
});

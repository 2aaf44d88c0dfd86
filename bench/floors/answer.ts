/** The least that a bot can be: discord.js, and an answer to every command. */
import { Client, GatewayIntentBits } from 'discord.js';
import { announce, registerCommands, required } from './parts.ts';

const client = new Client({
  intents: [GatewayIntentBits.GuildMessageReactions, GatewayIntentBits.DirectMessageReactions],
  // Discord does not count answers into the bot's 50 requests a second, and the library does.
  rest: { api: required('DISCORD_API_URL'), globalRequestsPerSecond: 10_000 },
});
client.on('interactionCreate', (interaction) => {
  if (!interaction.isChatInputCommand()) return;
  interaction.reply({ content: 'Hello', withResponse: true }).catch(console.error);
});
client.once('clientReady', ({ application }) => {
  registerCommands(client.rest, application.id).then(announce, console.error);
});
await client.login(required('DISCORD_TOKEN'));

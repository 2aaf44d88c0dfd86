/** A bot of the usual kind: a timer and a request for each task, discord.js as it comes, and nothing that outlives it. */
import { AttachmentBuilder, Client, GatewayIntentBits, type ChatInputCommandInteraction } from 'discord.js';
import { announce, registerCommands, required } from './parts.ts';

const POLL_MS = 2_000;
const serviceUrl = required('IMAGE_API_URL');
const headers = { 'content-type': 'application/json', 'api-key': required('IMAGE_API_KEY') };

interface Item {
  status: number;
  images: string[];
}

const call = async <T>(path: string, body: object): Promise<T> => {
  const answer = await fetch(serviceUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await answer.json()) as { data: T }).data;
};

const ended = (taskId: string): Promise<Item> =>
  new Promise((resolve) => {
    const timer = setInterval(() => {
      call<Item[]>('/artgen/v1/job-status', { taskIds: [taskId] }).then(([item]) => {
        if (!item || item.status === 0) return;
        clearInterval(timer);
        resolve(item);
      }, console.error);
    }, POLL_MS);
  });

const picture = async (url: string, index: number): Promise<AttachmentBuilder> => {
  const answer = await fetch(url);
  return new AttachmentBuilder(Buffer.from(await answer.arrayBuffer()), { name: `picture-${index}.png` });
};

const paint = async (interaction: ChatInputCommandInteraction): Promise<void> => {
  await interaction.deferReply();
  const prompt = interaction.options.getString('prompt', true);
  const { taskId } = await call<{ taskId: string }>('/artgen/v1/submit-jobs', { prompt });
  const { images } = await ended(taskId);
  const files = await Promise.all(images.map(picture));
  await interaction.editReply({ content: prompt, files });
};

const client = new Client({
  intents: [GatewayIntentBits.Guilds],
  rest: { api: required('DISCORD_API_URL') },
});
client.on('interactionCreate', (interaction) => {
  if (interaction.isChatInputCommand()) paint(interaction).catch(console.error);
});
client.once('clientReady', ({ application }) => {
  registerCommands(client.rest, application.id).then(announce, console.error);
});
await client.login(required('DISCORD_TOKEN'));

/**
 * The same work with nothing around it: the requests and the durable writes of one `/imagine`, and one poll a second for
 * all tasks. It checks nothing, and what fails is lost.
 */
import { Client, GatewayIntentBits, type ChatInputCommandInteraction } from 'discord.js';
import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { Pool, request } from 'undici';
import { announce, registerCommands, required } from './parts.ts';
import { openRows } from './rows.ts';

const POLL_MS = 1_000;
const BATCH = 100;
const GATHER_MS = 100;
const serviceUrl = required('IMAGE_API_URL');
const headers = { 'content-type': 'application/json', 'api-key': required('IMAGE_API_KEY') };
const pool = new Pool(serviceUrl, { connections: 64 });
const write = await openRows(`${required('DATA_DIR')}/floor.sqlite`);

interface Item {
  taskId: string;
  status: number;
  images: string[];
}
const call = async <T>(path: string, body: object): Promise<T> => {
  const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) });
  return ((await answer.body.json()) as { data: T }).data;
};

const waiting = new Map<string, (item: Item) => void>();
setInterval(() => {
  const taskIds = [...waiting.keys()];
  for (let start = 0; start < taskIds.length; start += BATCH)
    call<Item[]>('/artgen/v1/job-status', { taskIds: taskIds.slice(start, start + BATCH) }).then((items) => {
      for (const item of items) {
        if (item.status === 0) continue;
        waiting.get(item.taskId)?.(item);
        waiting.delete(item.taskId);
      }
    }, console.error);
}, POLL_MS);

let counted: Record<string, object> = {};
const count = (guildId: string, job: object) => {
  if (Object.keys(counted).length === 0)
    setTimeout(() => {
      write(counted).catch(console.error);
      counted = {};
    }, GATHER_MS);
  counted[`usage:${guildId}`] = job;
};

const button = (label: string, id: string) => ({
  type: ComponentType.Button as const,
  style: ButtonStyle.Secondary as const,
  label,
  custom_id: id,
});
const card = (id: string, text: string, labels: string[]) => ({
  embeds: [{ color: 0x5b8def, description: text, footer: { text: '/imagine · fast' } }],
  components: [
    { type: ComponentType.ActionRow as const, components: labels.map((l) => button(l, `${l}:${id}`)) },
  ],
  allowedMentions: { parse: [] },
});

const picture = async (url: string, index: number) => {
  const { body } = await request(url);
  return {
    attachment: Buffer.from(await body.arrayBuffer()),
    name: `picture-${index}.png`,
    description: 'a picture',
  };
};

const paint = async (interaction: ChatInputCommandInteraction): Promise<void> => {
  const { id, user, token, guildId, channelId } = interaction;
  const prompt = interaction.options.getString('prompt', true);
  const target = {
    guildId,
    channelId,
    token: { value: token, expiresAt: Date.now() + 900_000, interactionId: id },
  };
  const job = {
    id,
    submission: { family: 'artgen', body: { prompt } },
    personId: user.id,
    target,
    notes: [],
    acceptedAt: Date.now(),
  };
  const owner = guildId ?? user.id;
  await write({
    [`open:${id}`]: { ...job, state: 'waiting' },
    [`history:${user.id} ${owner}`]: [{ jobId: id }],
  });
  const answer = await interaction.reply({
    ...card(id, `Waiting\n> ${prompt}`, ['Stop']),
    withResponse: true,
  });
  const messageId = answer.interaction.responseMessageId ?? '';
  await write({
    [`open:${id}`]: { ...job, messageId, state: 'submitting' },
    [`messages:${messageId}`]: { id },
  });
  const { taskId } = await call<{ taskId: string }>('/artgen/v1/submit-jobs', job.submission.body);
  await write({
    [`open:${id}`]: { ...job, messageId, taskId },
    [`tasks:${taskId}`]: { id, channelId, messageId },
  });
  await interaction.editReply(card(id, `Painting\n> ${prompt}`, ['Stop']));
  const { images } = await new Promise<Item>((resolve) => waiting.set(taskId, resolve));
  const ended = { ...job, messageId, taskId, images, state: 'succeeded' };
  await write({ [`open:${id}`]: ended });
  count(owner, ended);
  const files = await Promise.all(images.map(picture));
  const embeds = files.map(({ name }) => ({
    url: 'https://discord.com',
    image: { url: `attachment://${name}` },
  }));
  const {
    embeds: [text],
    ...rest
  } = card(id, `> ${prompt}`, ['1', '2', '3', '4', 'Again']);
  await interaction.editReply({ ...rest, embeds: [{ ...text, ...embeds[0] }, ...embeds.slice(1)], files });
  await write({
    [`asked:${user.id} ${id}`]: { id },
    [`jobs:${id}`]: ended,
    [`messages:${messageId}`]: { id },
    [`tasks:${taskId}`]: { id },
    [`open:${id}`]: null,
  });
};

const client = new Client({
  intents: [GatewayIntentBits.GuildMessageReactions, GatewayIntentBits.DirectMessageReactions],
  rest: { api: required('DISCORD_API_URL'), globalRequestsPerSecond: 10_000 },
});
client.on('interactionCreate', (interaction) => {
  if (!interaction.isChatInputCommand()) return;
  const work = interaction.commandName === 'imagine' ? paint(interaction) : interaction.reply('Hello');
  work.catch(console.error);
});
client.once('clientReady', ({ application }) => {
  registerCommands(client.rest, application.id).then(announce, console.error);
});
await client.login(required('DISCORD_TOKEN'));

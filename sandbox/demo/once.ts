import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Discord, Message } from '../discord/index.ts';

const WIDTH = 76;

/** Takes away the backslashes with which a card shows what people typed as it is, and the marks of bold and small text. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\*\*(?=\S)(.+?)\*\*/g, '$1')
    .replace(/^-# /gm, '')
    .replace(
      /<t:(\d+):R>/g,
      (_whole, seconds: string) => `${Math.max(0, Math.round(Date.now() / 1000 - Number(seconds)))} s ago`,
    )
    .replace(/\\([^0-9A-Za-z\s])/g, '$1');

const HARD_BLANK = '\u00A0';

const wrap = (line: string): string[] => {
  const parts = line.match(new RegExp(`.{1,${WIDTH}}(?:[ \\t]|$)|.{${WIDTH}}`, 'gu'));
  return parts ? parts.map((part) => part.trimEnd()) : [''];
};

/** A message as text for a terminal: what its card says, how many pictures it shows, and its buttons. */
export const cardText = (message: Pick<Message, 'content' | 'embeds' | 'components'>): string => {
  const pictures = message.embeds.filter(({ image }) => image !== undefined).length;
  const buttons = message.components.flatMap(({ components }) => components ?? []);
  // Blanks that don't break keep a button on one line.
  const labels = buttons.flatMap(({ label }) =>
    label === undefined ? [] : [`[ ${label} ]`.replaceAll(' ', HARD_BLANK)],
  );
  const [first] = message.embeds;
  const lines = [
    ...plain(first?.description ?? message.content).split('\n'),
    ...(pictures > 0 ? [`▣ ${'▣ '.repeat(pictures - 1)}`.trimEnd()] : []),
    ...(first?.footer ? [first.footer.text] : []),
    ...(labels.length > 0 ? [labels.join(' ')] : []),
  ];
  const body = lines.flatMap(wrap).map((line) => `│ ${line.replaceAll(HARD_BLANK, ' ')}`);
  return [`╭${'─'.repeat(WIDTH)}`, ...body, `╰${'─'.repeat(WIDTH)}`].join('\n');
};

/** Longer than any of the stand-in's tasks takes. */
const TIMEOUT_MS = 120_000;

const OPEN = /^\*\*(Waiting|Submitted|In progress)/;

const addressesOf = (message: Message): string[] =>
  message.embeds.flatMap(({ image }) => (image ? [image.url] : []));

const isDone = (message: Message): boolean =>
  addressesOf(message).length > 0 || !OPEN.test(message.embeds[0]?.description ?? '');

/** What the demo needs to run a command once. */
export interface OnceOptions {
  discord: Discord;
  prompt: string;
  /** Where the pictures go. */
  folder: string;
  print: (text: string) => void;
}

const savePictures = async (message: Message, folder: string): Promise<string[]> => {
  const path = resolve(folder);
  await mkdir(path, { recursive: true });
  return Promise.all(
    addressesOf(message).map(async (address) => {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`A picture could not be fetched: HTTP ${answer.status}`);
      const file = join(path, basename(new URL(address).pathname));
      await writeFile(file, Buffer.from(await answer.arrayBuffer()));
      return file;
    }),
  );
};

/**
 * Runs `/imagine` once as a member would, and prints the card each time that it changes.
 *
 * @returns the files in which the pictures were saved; none when there were no pictures.
 */
export const runOnce = async ({ discord, prompt, folder, print }: OnceOptions): Promise<string[]> => {
  const { atelier, member } = discord.world;
  print(`${member.user.globalName} types: /imagine prompt: ${prompt}\n`);
  const { message } = await discord.as(member.id).slash(atelier.channelId, 'imagine', { prompt });
  if (!message) throw new Error('The bot did not answer within three seconds.');
  let shown = '';
  const show = () => {
    const text = cardText(discord.message(message.id) ?? message).replaceAll(
      `<@${member.id}>`,
      `@${member.user.globalName}`,
    );
    if (text !== shown) print(`${text}\n`);
    shown = text;
  };
  show();
  discord.events.on('message', (_change, { id }) => {
    if (id === message.id) show();
  });
  const done = await discord.until(
    () => {
      const present = discord.message(message.id);
      return present && isDone(present) ? present : undefined;
    },
    { what: 'the end of the job', timeoutMs: TIMEOUT_MS },
  );
  return savePictures(done, folder);
};

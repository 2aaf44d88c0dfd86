import type { Message } from '../discord/index.ts';

const WIDTH = 76;

/** Takes the backslashes away with which a card shows what people typed as it is, and the marks of bold text. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\*\*(?=\S)(.+?)\*\*/g, '$1')
    .replace(
      /<t:(\d+):R>/g,
      (_whole, seconds: string) => `${Math.max(0, Math.round(Date.now() / 1000 - Number(seconds)))} s ago`,
    )
    .replace(/\\([^0-9A-Za-z\s])/g, '$1');

const wrap = (line: string): string[] => {
  const parts = line.match(new RegExp(`.{1,${WIDTH}}(?:\\s|$)|.{${WIDTH}}`, 'gu'));
  return parts ? parts.map((part) => part.trimEnd()) : [''];
};

/** A message as text for a terminal: what its card says, how many pictures it shows, and its buttons. */
export const cardText = (message: Message): string => {
  const pictures = message.embeds.filter(({ image }) => image !== undefined).length;
  const buttons = message.components.flatMap(({ components }) => components ?? []);
  const labels = buttons.flatMap(({ label }) => (label === undefined ? [] : [`[ ${label} ]`]));
  const [first] = message.embeds;
  const lines = [
    ...plain(first?.description ?? message.content).split('\n'),
    ...(pictures > 0 ? [`▣ ${'▣ '.repeat(pictures - 1)}`.trimEnd()] : []),
    ...(first?.footer ? [first.footer.text] : []),
    ...(labels.length > 0 ? [labels.join(' ')] : []),
  ];
  const body = lines.flatMap(wrap).map((line) => `│ ${line}`);
  return [`╭${'─'.repeat(WIDTH)}`, ...body, `╰${'─'.repeat(WIDTH)}`].join('\n');
};

import { defineCommand } from './framework/command.ts';

const INTRODUCTION =
  'Type a wish, and the picture comes to the message that answers you. It keeps working when you leave, when the bot restarts, and after many minutes.';

const EXAMPLES = [
  '`/imagine` prompt: `a lighthouse at dusk --ar 16:9`',
  '`/gen` prompt: `draw a fox in the snow` aspect_ratio: `4:3`',
  '`/gen` prompt: `make the sky green` reference: a picture of yours',
];

/** `/help`: what Easel can do. */
export const help = defineCommand(
  { name: 'help', description: 'What Easel can do, with examples' },
  true,
  (_values, { commands }) => {
    const list = commands.map(({ name, description }) => `**/${name}** ${description}`).join('\n');
    const description = [INTRODUCTION, list, `**Try**\n${EXAMPLES.join('\n')}`].join('\n\n');
    return Promise.resolve({ kind: 'private', message: { embeds: [{ title: 'Easel', description }] } });
  },
);

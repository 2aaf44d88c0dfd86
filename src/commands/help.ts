import { VERSION } from '../lib/version.ts';
import { defineCommand } from './framework/command.ts';

const INTRODUCTION =
  "Describe a picture, and it appears in the bot's reply as soon as it's done. You don't have to wait: it arrives even if you leave or the bot restarts.";

const EXAMPLES = [
  '`/imagine` prompt: `a lighthouse at dusk --ar 16:9`',
  '`/gen` prompt: `draw a fox in the snow` aspect_ratio: `4:3`',
  '`/gen` prompt: `make the sky green` reference: a picture of yours',
];

/** `/help`: what Easel can do. */
export const help = defineCommand(
  { name: 'help', description: 'See what Easel can do, with examples' },
  true,
  (_values, { commands }) => {
    const list = commands.map(({ name, description }) => `**/${name}** ${description}`).join('\n');
    const description = [INTRODUCTION, list, `**Try**\n${EXAMPLES.join('\n')}`].join('\n\n');
    const footer = { text: `Easel ${VERSION}` };
    return Promise.resolve({
      kind: 'private',
      message: { embeds: [{ title: 'Easel', description, footer }] },
    });
  },
);

import { defineCommand } from './framework/command.ts';

/** `/help`: what Easel can do. */
export const help = defineCommand(
  { name: 'help', description: 'help' },
  true,
  (_values, { commands, words }) => {
    const { title, introduction, examples, try: heading } = words.help;
    const list = commands
      .map(({ name, description }) => `**/${name}** ${words.commands[description]}`)
      .join('\n');
    const description = [
      introduction,
      list,
      `${heading}\n${examples('`/imagine`', '`/gen`').join('\n')}`,
    ].join('\n\n');
    return Promise.resolve({ kind: 'private', message: { embeds: [{ title, description }] } });
  },
);

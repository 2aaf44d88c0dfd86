import { askToEraseButton } from './erase-data.ts';
import { exportButton } from './export-data.ts';
import { defineCommand } from '../framework/command.ts';
import { buttonRows } from '../framework/reply.ts';
import { privacyText } from './privacy-text.ts';

/** `/privacy`: what is kept of a person, and how to get it or be rid of it. */
export const privacy = defineCommand(
  { name: 'privacy', description: 'What is kept of you: read it, get it as a file, or delete it' },
  true,
  (_values, { personalData }) =>
    Promise.resolve({
      kind: 'private',
      message: {
        embeds: [{ title: 'Your data', description: privacyText(personalData) }],
        components: buttonRows([exportButton(), askToEraseButton()]),
      },
    }),
);

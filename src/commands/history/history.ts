import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { defineCommand } from '../framework/command.ts';
import { findPage, nameSearch } from './history-page.ts';
import { historyPanel } from './history-panel.ts';

/** In characters: a search holds a few words. */
export const MAX_SEARCH_LENGTH = 100;

/** `/history`: a person's own jobs in this place. */
export const history = defineCommand(
  {
    name: 'history',
    description: 'The pictures that you asked for here: find one, ask for it again, or jump to it',
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'family',
        description: 'Only those of one command',
        choices: [
          { name: '/imagine', value: 'artgen' },
          { name: '/gen', value: 'gen' },
        ],
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'text',
        description: 'Only those whose prompt holds these words',
        max_length: MAX_SEARCH_LENGTH,
      },
    ],
  },
  true,
  async ({ family, text = '' }, context) => {
    const words = text.trim();
    const wanted = { ...(family !== undefined && { family }), ...(words !== '' && { text: words }) };
    const search = await nameSearch(wanted, context);
    return { kind: 'private', message: historyPanel(search, await findPage(search, 1, context)) };
  },
);

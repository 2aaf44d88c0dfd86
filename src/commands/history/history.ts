import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { chosenIn, modal, selectField, textField } from '../../messages/forms.ts';
import { commandOf } from '../../messages/markup.ts';
import { FAMILIES } from '../../services/image-api/wire.ts';
import type { Actions } from '../framework/action.ts';
import { defineCommand, type CommandContext } from '../framework/command.ts';
import type { Words } from '../framework/language.ts';
import { customId } from '../../messages/custom-id.ts';
import type { Reply } from '../framework/reply.ts';
import { findPage, nameSearch, searchNamed, type NamedSearch } from './history-page.ts';
import { historyPanel } from './history-panel.ts';

/** In characters: a search holds a few words. */
const MAX_SEARCH_LENGTH = 100;

/** `/history`: a person's own jobs in this place. */
export const history = defineCommand(
  {
    name: 'history',
    description: 'history',
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'family',
        description: 'history family',
        choices: [
          { name: '/imagine', value: 'artgen' },
          { name: '/gen', value: 'gen' },
        ],
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'text',
        description: 'history text',
        max_length: MAX_SEARCH_LENGTH,
      },
    ],
  },
  true,
  async ({ family, text = '' }, context) => {
    const words = text.trim();
    const wanted = { ...(family !== undefined && { family }), ...(words !== '' && { text: words }) };
    const search = await nameSearch(wanted, context);
    return {
      kind: 'private',
      message: historyPanel(search, await findPage(search, 1, context), context.words),
    };
  },
);

const TEXT = 'text';
const FAMILY = 'family';

const showPage = async (search: NamedSearch, page: number, context: CommandContext): Promise<Reply> => ({
  kind: 'update',
  message: historyPanel(search, await findPage(search, page, context), context.words),
});

const searchForm = (key: string, { text, family }: NamedSearch, { history: { form } }: Words) =>
  modal(customId('history-search', key), form.title, [
    textField(TEXT, {
      label: form.words,
      required: false,
      maxLength: MAX_SEARCH_LENGTH,
      value: text,
    }),
    selectField(FAMILY, {
      label: form.command,
      isOptional: true,
      placeholder: form.both,
      options: FAMILIES.map((value) => ({
        label: commandOf(value),
        value,
        default: value === family,
      })),
    }),
  ]);

/** The actions of `/history`. */
export const historyActions = {
  /** Shows another page of the person's jobs. */
  history: {
    answers: 'in-place',
    run: async ({ subject: key, number: page = 1 }, context) =>
      showPage(await searchNamed(key, context), page, context),
  },

  /** Opens the search form and shows its results. */
  'history-search': {
    answers: 'at-once',
    run: async ({ subject: key }, context) => ({
      kind: 'modal',
      modal: searchForm(key, await searchNamed(key, context), context.words),
    }),
    form: {
      answers: 'in-place',
      run: async ({ fields }, context) => {
        const text = chosenIn(fields, TEXT);
        const family = FAMILIES.find((name) => name === chosenIn(fields, FAMILY));
        const wanted = { ...(family !== undefined && { family }), ...(text !== undefined && { text }) };
        return showPage(await nameSearch(wanted, context), 1, context);
      },
    },
  },
} satisfies Actions;

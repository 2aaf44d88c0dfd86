import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { chosenIn, modal, selectField, textField } from '../../messages/forms.ts';
import { FAMILY_NAMES, commandOf } from '../../services/requests/families/index.ts';
import type { Action } from '../framework/action.ts';
import { defineCommand } from '../framework/command.ts';
import type { CommandContext } from '../framework/context.ts';
import type { Words } from '../../messages/words/words.ts';
import type { Reply } from '../framework/reply.ts';
import { historyPanel, MAX_SEARCH_LENGTH, searchFor, searchId, type Search } from './history-panel.ts';
import { FOR_ONESELF_ON_PANEL } from '../framework/may.ts';

/** `/history`: a person's open jobs, and the others of this place. */
export const history = defineCommand({
  name: 'history',
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: 'family',
      choices: FAMILY_NAMES.map((value) => ({ name: commandOf(value), value })),
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'text',
      max_length: MAX_SEARCH_LENGTH,
    },
  ],
  answers: 'privately',
  run: async ({ family, text }, context) => {
    const search = searchFor(family, text);
    return { kind: 'private', message: await historyPanel(search, 1, context) };
  },
});

const TEXT = 'text';
const FAMILY = 'family';

const showPage = async (search: Search, page: number, context: CommandContext): Promise<Reply> => ({
  kind: 'update',
  message: await historyPanel(search, page, context),
});

const searchForm = (search: Search, { history: { form } }: Words) =>
  modal(searchId('history-search', search, 1), form.title, [
    textField(TEXT, {
      label: form.words,
      isOptional: true,
      maxLength: MAX_SEARCH_LENGTH,
      value: search.text,
    }),
    selectField(FAMILY, {
      label: form.command,
      isOptional: true,
      placeholder: form.both,
      options: FAMILY_NAMES.map((value) => ({
        label: commandOf(value),
        value,
        default: value === search.family,
      })),
    }),
  ]);

/** The actions of `/history`. */
export const historyActions: readonly Action[] = [
  /** Shows another page of the person's jobs. */
  {
    name: 'history',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'in-place',
    run: ({ subject, number: page = 1, text }, context) => showPage(searchFor(subject, text), page, context),
  },

  /** Opens the search form and shows its results. */
  {
    name: 'history-search',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'at-once',
    run: ({ subject, text }, { words }) => ({
      kind: 'modal',
      modal: searchForm(searchFor(subject, text), words),
    }),
    form: {
      answers: 'in-place',
      run: ({ fields }, context) =>
        showPage(searchFor(chosenIn(fields, FAMILY), chosenIn(fields, TEXT)), 1, context),
    },
  },
];

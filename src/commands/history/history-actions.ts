import { ComponentType, TextInputStyle, type APILabelComponent } from 'discord-api-types/v10';
import type { Family } from '../../services/image-api/wire.ts';
import type { CommandContext } from '../framework/command.ts';
import { chosenIn } from '../framework/form-fields.ts';
import { MAX_SEARCH_LENGTH } from './history.ts';
import { findPage, nameSearch, searchNamed, type NamedSearch } from './history-page.ts';
import { historyPanel } from './history-panel.ts';
import type { Reply } from '../framework/reply.ts';
import type { Action } from '../framework/action.ts';
import { customId } from '../framework/custom-id.ts';

const TEXT = 'text';
const FAMILY = 'family';

const showPage = async (search: NamedSearch, page: number, context: CommandContext): Promise<Reply> => ({
  kind: 'update',
  message: historyPanel(search, await findPage(search, page, context)),
});

/** Turns to a page of the jobs of whoever presses. */
export const historyPage: Action = {
  name: 'history',
  answers: 'in-place',
  run: async ({ subject: key, number: page = 1 }, context) =>
    showPage(await searchNamed(key, context), page, context),
};

const formFields = ({ text, family }: NamedSearch): APILabelComponent[] => [
  {
    type: ComponentType.Label,
    label: 'Words in the prompt',
    component: {
      type: ComponentType.TextInput,
      custom_id: TEXT,
      style: TextInputStyle.Short,
      required: false,
      max_length: MAX_SEARCH_LENGTH,
      ...(text !== undefined && { value: text }),
    },
  },
  {
    type: ComponentType.Label,
    label: 'Command',
    component: {
      type: ComponentType.StringSelect,
      custom_id: FAMILY,
      required: false,
      min_values: 0,
      placeholder: 'Both',
      options: [
        { label: '/imagine', value: 'artgen', default: family === 'artgen' },
        { label: '/gen', value: 'gen', default: family === 'gen' },
      ],
    },
  },
];

const familyOf = (value: string | undefined): Family | undefined =>
  value === 'artgen' || value === 'gen' ? value : undefined;

/** Opens the form for a search, and shows what it finds. */
export const historySearch: Action = {
  name: 'history-search',
  answers: 'at-once',
  run: async ({ subject: key }, context) => ({
    kind: 'modal',
    modal: {
      custom_id: customId({ action: 'history-search', subject: key }),
      title: 'Search your pictures here',
      components: formFields(await searchNamed(key, context)),
    },
  }),
  form: {
    answers: 'in-place',
    run: async ({ fields }, context) => {
      const [text, family] = [chosenIn(fields, TEXT), familyOf(chosenIn(fields, FAMILY))];
      const wanted = { ...(family !== undefined && { family }), ...(text !== undefined && { text }) };
      return showPage(await nameSearch(wanted, context), 1, context);
    },
  },
};

import {
  ComponentType,
  TextInputStyle,
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';
import { MAX_COUNT, type LimitRules } from '../../services/guilds/limit-rules.ts';
import { customId } from '../framework/custom-id.ts';
import { NUMBER_FIELDS } from './limits-fields.ts';

/** The field of the form for one role. */
export const ROLE_FIELD = { name: 'daily', label: 'Pictures a day', largest: MAX_COUNT } as const;

const MAX_NUMBER_LENGTH = 9;

const numberInput = (
  { name, label }: { name: string; label: string },
  value: number | undefined,
  description: string,
): APILabelComponent => ({
  type: ComponentType.Label,
  label,
  description,
  component: {
    type: ComponentType.TextInput,
    custom_id: name,
    style: TextInputStyle.Short,
    required: false,
    max_length: MAX_NUMBER_LENGTH,
    ...(value !== undefined && { value: String(value) }),
  },
});

/** The form for the limits that are plain numbers. */
export const numbersForm = (rules: LimitRules): APIModalInteractionResponseCallbackData => ({
  custom_id: customId({ action: 'limits-numbers', subject: 'panel' }),
  title: 'Limits of this server',
  components: NUMBER_FIELDS.map((field) => {
    const description = field.name === 'pauseS' ? 'Leave it empty for none.' : 'Leave it empty for no limit.';
    return numberInput(field, rules[field.name], description);
  }),
});

/** The form for what one role may. */
export const roleForm = (
  roleId: string,
  { roleDaily }: LimitRules,
): APIModalInteractionResponseCallbackData => ({
  custom_id: customId({ action: 'limits-role-set', subject: roleId }),
  title: 'Limit of a role',
  components: [
    numberInput(
      ROLE_FIELD,
      roleDaily[roleId],
      'Counts instead of the number for each person. Leave it empty to remove it.',
    ),
  ],
});

import { z } from 'zod';
import type { Component } from '../model.ts';
import {
  channelSelect,
  customId,
  mentionableSelect,
  refuseDoubles,
  roleSelect,
  stringSelect,
  textDisplay,
  userSelect,
} from './components.ts';
import { addProblem, may } from './problems.ts';
import { ComponentType } from './numbers.ts';

const id = may(z.int().min(0));

const textInput = z.strictObject({
  type: z.literal(ComponentType.TextInput),
  id,
  custom_id: customId,
  style: z.int().min(1).max(2),
  label: may(z.string().min(1).max(45)),
  min_length: may(z.int().min(0).max(4000)),
  max_length: may(z.int().min(1).max(4000)),
  required: may(z.boolean()),
  value: may(z.string().max(4000)),
  placeholder: may(z.string().max(100)),
});

const fileUpload = z.strictObject({
  type: z.literal(ComponentType.FileUpload),
  id,
  custom_id: customId,
  min_values: may(z.int().min(0).max(10)),
  max_values: may(z.int().min(1).max(10)),
  required: may(z.boolean()),
  file_types: may(z.array(z.string().min(1)).max(10)),
});

const choice = z.strictObject({
  label: z.string().min(1).max(100),
  value: z.string().min(1).max(100),
  description: may(z.string().max(100)),
  default: may(z.boolean()),
});
const radioGroup = z.strictObject({
  type: z.literal(ComponentType.RadioGroup),
  id,
  custom_id: customId,
  required: may(z.boolean()),
  options: z.array(choice).min(2).max(10).superRefine(refuseDoubles),
});
const checkboxGroup = z.strictObject({
  type: z.literal(ComponentType.CheckboxGroup),
  id,
  custom_id: customId,
  required: may(z.boolean()),
  min_values: may(z.int().min(0).max(10)),
  max_values: may(z.int().min(1).max(10)),
  options: z.array(choice).min(1).max(10).superRefine(refuseDoubles),
});
const checkbox = z.strictObject({
  type: z.literal(ComponentType.Checkbox),
  id,
  custom_id: customId,
  default: may(z.boolean()),
});

const fields = [
  textInput,
  stringSelect,
  userSelect,
  roleSelect,
  mentionableSelect,
  channelSelect,
  fileUpload,
  radioGroup,
  checkboxGroup,
  checkbox,
] as const;

const label = z.strictObject({
  type: z.literal(ComponentType.Label),
  id,
  label: z.string().min(1).max(45),
  description: may(z.string().max(100)),
  component: z.discriminatedUnion('type', fields).superRefine((field, context) => {
    if (field.type !== ComponentType.TextInput || field.label === undefined) return;
    addProblem(context, ['label'], 'COMPONENT_LABEL_NOT_ALLOWED', 'The label stands in the Label component');
  }),
});

const oldRow = z.strictObject({
  type: z.literal(ComponentType.ActionRow),
  id,
  components: z
    .array(textInput)
    .length(1)
    .superRefine(([input], context) => {
      if (input?.label === undefined)
        addProblem(context, [0, 'label'], 'BASE_TYPE_REQUIRED', 'This field is required');
    }),
});

/** The fields of a modal in their order, out of their labels and rows. */
export const modalFields = (components: readonly Component[]): Component[] =>
  components.flatMap((part) => part.component ?? part.components ?? []);

/** docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-modal */
export const modalSchema = z.strictObject({
  custom_id: customId,
  title: z.string().min(1).max(45),
  components: z
    .array(z.discriminatedUnion('type', [label, oldRow, textDisplay]))
    .min(1)
    .max(5)
    .superRefine((parts, context) => {
      const ids = modalFields(parts).map((field) => field.custom_id);
      if (new Set(ids).size === ids.length) return;
      addProblem(context, [], 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated');
    }),
});

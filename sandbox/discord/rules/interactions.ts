import { z } from 'zod';
import type { Component } from '../model.ts';
import { CallbackType, ComponentType, MessageFlag } from '../numbers.ts';
import { component, customId, selects, textDisplay } from './components.ts';
import { editMessageSchema, interactionMessageSchema } from './messages.ts';
import { addProblem, may } from './problems.ts';

const textInput = component(ComponentType.TextInput, {
  custom_id: customId,
  style: z.int().min(1).max(2),
  label: may(z.string().min(1).max(45)),
  min_length: may(z.int().min(0).max(4000)),
  max_length: may(z.int().min(1).max(4000)),
  required: may(z.boolean()),
  value: may(z.string().max(4000)),
  placeholder: may(z.string().max(100)),
});

const fileUpload = component(ComponentType.FileUpload, {
  custom_id: customId,
  min_values: may(z.int().min(0).max(10)),
  max_values: may(z.int().min(1).max(10)),
  required: may(z.boolean()),
  file_types: may(z.array(z.string().min(1)).max(10)),
});

const fields = [textInput, ...selects, fileUpload] as const;

const label = component(ComponentType.Label, {
  label: z.string().min(1).max(45),
  description: may(z.string().max(100)),
  component: z.discriminatedUnion('type', fields).superRefine((field, context) => {
    if (field.type !== ComponentType.TextInput || field.label === undefined) return;
    addProblem(context, 'COMPONENT_LABEL_NOT_ALLOWED', ['label']);
  }),
});

const oldRow = component(ComponentType.ActionRow, {
  components: z
    .array(textInput)
    .length(1)
    .superRefine(([input], context) => {
      if (input?.label === undefined) addProblem(context, 'BASE_TYPE_REQUIRED', [0, 'label']);
    }),
});

/** The fields of a modal in their order, out of their labels and rows. */
export const modalFields = (components: readonly Component[]): Component[] =>
  components.flatMap((part) => part.component ?? part.components ?? []);

/** docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-modal */
const modalSchema = z.strictObject({
  custom_id: customId,
  title: z.string().min(1).max(45),
  components: z
    .array(z.discriminatedUnion('type', [label, oldRow, textDisplay]))
    .min(1)
    .max(5)
    .superRefine((parts, context) => {
      const ids = modalFields(parts).map((field) => field.custom_id);
      if (new Set(ids).size === ids.length) return;
      addProblem(context, 'COMPONENT_CUSTOM_ID_DUPLICATED');
    }),
});

/** A choice of a command option or of autocomplete. */
export const choiceSchema = z.strictObject({
  name: z.string().min(1).max(100),
  name_localizations: may(z.record(z.string(), z.string().min(1).max(100))),
  value: z.union([z.string().max(100), z.number()]),
});

const deferFlags = z.int().refine((flags) => (flags & ~MessageFlag.Ephemeral) === 0, {
  error: 'Only EPHEMERAL can be set while deferring',
  params: { code: 'MESSAGE_FLAGS_INVALID' },
});

/** POST /interactions/:interaction/:token/callback */
export const callbackSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal(CallbackType.ChannelMessageWithSource), data: interactionMessageSchema }),
  z.strictObject({
    type: z.literal(CallbackType.DeferredChannelMessageWithSource),
    data: may(z.strictObject({ flags: may(deferFlags) })),
  }),
  z.strictObject({ type: z.literal(CallbackType.DeferredMessageUpdate), data: may(z.strictObject({})) }),
  z.strictObject({ type: z.literal(CallbackType.UpdateMessage), data: may(editMessageSchema) }),
  z.strictObject({
    type: z.literal(CallbackType.ApplicationCommandAutocompleteResult),
    data: z.strictObject({ choices: z.array(choiceSchema).max(25) }),
  }),
  z.strictObject({ type: z.literal(CallbackType.Modal), data: modalSchema }),
]);

/** A suggestion of a command option. */
export type Choice = z.output<typeof choiceSchema>;
export type CallbackBody = z.output<typeof callbackSchema>;

import { z } from 'zod';
import { ButtonStyle, ComponentType } from '../numbers.ts';
import { addProblem, addWordedProblem, may, snowflake, webUrl } from './problems.ts';

const id = may(z.int().min(0));
export const customId = z.string().min(1).max(100);

/** A component of a kind, with the fields that it may have beside its `id`. */
export const component = <Type extends ComponentType, Fields extends z.ZodRawShape>(
  type: Type,
  fields: Fields,
) => z.strictObject({ type: z.literal(type), id, ...fields });

const emoji = z.object({ id: may(snowflake), name: may(z.string()), animated: may(z.boolean()) });

const LINK_STYLE: number = ButtonStyle.Link;
const PREMIUM_STYLE: number = ButtonStyle.Premium;

const button = component(ComponentType.Button, {
  style: z.int().min(1).max(ButtonStyle.Premium),
  label: may(z.string().max(80)),
  emoji: may(emoji),
  custom_id: may(customId),
  // Links in buttons are shorter than elsewhere: docs.discord.com/developers/components/reference#button
  url: may(webUrl(512)),
  sku_id: may(snowflake),
  disabled: may(z.boolean()),
}).superRefine((value, context) => {
  const isLink = value.style === LINK_STYLE;
  const urlProblem = isLink ? 'A url is required' : 'A url belongs to link buttons';
  if (isLink !== (value.url !== undefined))
    addWordedProblem(context, 'BASE_TYPE_REQUIRED', ['url'], urlProblem);
  const wantsId = !isLink && value.style !== PREMIUM_STYLE;
  if (wantsId !== (value.custom_id !== undefined)) {
    const message = wantsId ? 'A custom id is required' : 'Custom id and url cannot be used together';
    addWordedProblem(context, 'BUTTON_COMPONENT_CUSTOM_ID_REQUIRED', ['custom_id'], message);
  }
  if (value.style !== PREMIUM_STYLE && !value.label && value.emoji === undefined)
    addProblem(context, 'BUTTON_COMPONENT_LABEL_REQUIRED');
});

const selectFields = {
  custom_id: customId,
  placeholder: may(z.string().max(150)),
  min_values: may(z.int().min(0).max(25)),
  max_values: may(z.int().min(1).max(25)),
  disabled: may(z.boolean()),
  required: may(z.boolean()),
};

const choice = z.strictObject({
  label: z.string().min(1).max(100),
  value: z.string().min(1).max(100),
  description: may(z.string().max(100)),
  default: may(z.boolean()),
});

/** Values of one list must differ. */
const refuseDoubles = (options: readonly { value: string }[], context: z.RefinementCtx): void => {
  if (new Set(options.map(({ value }) => value)).size === options.length) return;
  addProblem(context, 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED');
};

const stringSelect = component(ComponentType.StringSelect, {
  ...selectFields,
  options: z
    .array(choice.extend({ emoji: may(emoji) }))
    .min(1)
    .max(25)
    .superRefine(refuseDoubles),
});

const defaultValues = may(
  z.array(z.object({ id: snowflake, type: z.enum(['user', 'role', 'channel']) })).max(25),
);
const entitySelect = <T extends ComponentType>(type: T) =>
  component(type, { ...selectFields, default_values: defaultValues });
const channelSelect = component(ComponentType.ChannelSelect, {
  ...selectFields,
  default_values: defaultValues,
  channel_types: may(z.array(z.int())),
});
/** What can be picked from, in messages and in modals. */
export const selects = [
  stringSelect,
  entitySelect(ComponentType.UserSelect),
  entitySelect(ComponentType.RoleSelect),
  entitySelect(ComponentType.MentionableSelect),
  channelSelect,
] as const;

const actionRow = component(ComponentType.ActionRow, {
  components: z
    .array(z.discriminatedUnion('type', [button, ...selects]))
    .min(1)
    .max(5)
    .superRefine((parts, context) => {
      if (parts.length === 1 || parts.every(({ type }) => type === ComponentType.Button)) return;
      addProblem(context, 'COMPONENT_LAYOUT_WIDTH_EXCEEDED');
    }),
});

/** A text of a modal. */
export const textDisplay = component(ComponentType.TextDisplay, {
  content: z.string().min(1).max(4000),
});

/** The components of a message, each for itself; what they may be together is in `component-layout.ts`. */
export const messageComponents = z.array(actionRow).max(40);

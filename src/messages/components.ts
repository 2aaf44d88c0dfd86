import {
  ButtonStyle,
  ComponentType,
  SelectMenuDefaultValueType,
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIButtonComponentWithCustomId,
  type APIButtonComponentWithURL,
  type APIChannelSelectComponent,
  type APIComponentInMessageActionRow,
  type APIRoleSelectComponent,
  type APISelectMenuOption,
  type APIStringSelectComponent,
  type APIUserSelectComponent,
  type ChannelType,
} from 'discord-api-types/v10';
import type { CustomId } from './custom-id.ts';
import { chunks, compact, type Part } from '../lib/lists.ts';
import { parseUrl } from '../lib/url.ts';

/** One row of a message's components. */
export type ActionRow = APIActionRowComponent<APIComponentInMessageActionRow>;

/** Discord shows as many pictures of one message as one gallery: a card has no more. */
export const GALLERY_SIZE = 4;

const STYLES = {
  primary: ButtonStyle.Primary,
  secondary: ButtonStyle.Secondary,
  success: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
} as const;

interface ButtonLook {
  /** `secondary`, when absent. */
  style?: keyof typeof STYLES;
  disabled?: boolean;
}

/** A button that does what its custom id says. */
export const button = (
  id: CustomId,
  label: string,
  { style = 'secondary', disabled }: ButtonLook = {},
): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: STYLES[style],
  label,
  ...(disabled !== undefined && { disabled }),
  custom_id: id,
});

/** A button that an emoji names. */
export const iconButton = (id: CustomId, emoji: string): APIButtonComponentWithCustomId => ({
  type: ComponentType.Button,
  style: ButtonStyle.Secondary,
  emoji: { name: emoji },
  custom_id: id,
});

/** In characters: as much of a text as a button shows. */
export const BUTTON_LENGTH = 80;

/** The longest address of a button: https://docs.discord.com/developers/components/reference#button */
const MAX_LINK_LENGTH = 512;
/** Discord's limit for all other addresses, such as those of an embed's picture and title. */
const MAX_ADDRESS_LENGTH = 2_048;

/**
 * Whether Discord takes an address where it checks them, which is everywhere but in texts. A host without a dot or with an
 * underscore is "not a well formed URL" to it: https://github.com/discordjs/discord.js/issues/7438,
 * https://github.com/go-gitea/gitea/issues/14379
 *
 * @param address in its normal form.
 */
export const isTaken = (address: string, maxLength = MAX_ADDRESS_LENGTH): boolean => {
  const url = address.length > maxLength ? undefined : parseUrl(address);
  if (url === undefined) return false;
  const { hostname } = url;
  return hostname.includes('.') && !hostname.includes('_');
};

/** Whether Discord takes an address behind a button. */
export const fitsButton = (address: string): boolean => isTaken(address, MAX_LINK_LENGTH);

/** A button that opens an address. */
export const linkButton = (url: string, label: string): APIButtonComponentWithURL => ({
  type: ComponentType.Button,
  style: ButtonStyle.Link,
  label,
  url,
});

/** Components that stand side by side. */
export const row = (...components: APIComponentInMessageActionRow[]): ActionRow => ({
  type: ComponentType.ActionRow,
  components,
});

const BUTTONS_PER_ROW = 5;

/** Buttons in rows of five, Discord's limit. */
export const buttonRows = (buttons: readonly Part<APIButtonComponent>[]): ActionRow[] =>
  chunks(compact(buttons), BUTTONS_PER_ROW).map((chunk) => row(...chunk));

/** Side by side on a phone. */
const BUTTONS_PER_PHONE_ROW = 3;

/** Buttons in rows that a phone doesn't wrap, so that none stands alone in its row. */
export const phoneRows = (parts: readonly Part<APIButtonComponent>[]): ActionRow[] => {
  const buttons = compact(parts);
  const { length } = buttons;
  const size = length <= BUTTONS_PER_PHONE_ROW ? length : Math.ceil(length / 2);
  return length === 0 ? [] : chunks(buttons, size).map((chunk) => row(...chunk));
};

/** One page of a list. */
export interface Page<T> {
  shown: readonly T[];
  /** The number of the first entry that is shown, from 1. */
  first: number;
  /** From 1. */
  page: number;
  pages: number;
  count: number;
}

/** The wanted page of a list, or the nearest that there is. */
export const pageOf = <T>(entries: readonly T[], size: number, wanted: number): Page<T> => {
  const { length: count } = entries;
  const pages = Math.max(1, Math.ceil(count / size));
  const page = Math.min(Math.max(1, wanted), pages);
  const before = (page - 1) * size;
  return { shown: entries.slice(before, before + size), first: before + 1, page, pages, count };
};

/** The buttons that turn the pages of a list; none for a single page. */
export const turnButtons = (
  { page, pages }: Page<unknown>,
  idOf: (page: number) => CustomId,
  [back, on]: readonly [string, string],
): APIButtonComponent[] =>
  pages === 1
    ? []
    : [
        button(idOf(page - 1), back, { disabled: page === 1 }),
        button(idOf(page + 1), on, { disabled: page === pages }),
      ];

/** The options of a menu, and their characters: https://docs.discord.com/developers/components/reference#string-select */
export const OPTIONS_PER_SELECT = 25;
export const OPTION_LENGTH = 100;

/** A menu from which one of several options is picked. */
export const select = (
  id: CustomId,
  placeholder: string,
  options: APISelectMenuOption[],
): APIStringSelectComponent => ({
  type: ComponentType.StringSelect,
  custom_id: id,
  placeholder,
  options,
});

/** The value of the option by which a choice is taken back. */
export const NO_CHOICE = 'none';

/** A select for one of several values or none. */
export const optionalSelect = (
  id: CustomId,
  what: string,
  { values, chosen, none }: { values: readonly string[]; chosen: string | undefined; none: string },
): APIStringSelectComponent =>
  select(id, what, [
    { label: `${what}: ${none}`, value: NO_CHOICE, default: chosen === undefined },
    ...values.map((value) => ({ label: `${what}: ${value}`, value, default: value === chosen })),
  ]);

/** The present selection in a select for several values or none. */
interface Picked {
  ids: readonly string[];
  max: number;
}

/** A select for the server's roles: for one role, unless a present selection is given. */
export const roleSelect = (id: CustomId, placeholder: string, picked?: Picked): APIRoleSelectComponent => ({
  type: ComponentType.RoleSelect,
  custom_id: id,
  placeholder,
  ...(picked && {
    min_values: 0,
    max_values: picked.max,
    default_values: picked.ids.map((roleId) => ({ id: roleId, type: SelectMenuDefaultValueType.Role })),
  }),
});

/** A select for one of the people in the server. */
export const userSelect = (id: CustomId, placeholder: string): APIUserSelectComponent => ({
  type: ComponentType.UserSelect,
  custom_id: id,
  placeholder,
});

/** A select for the server's channels of some types. */
export const channelSelect = (
  id: CustomId,
  placeholder: string,
  { ids, max, types }: Picked & { types: readonly ChannelType[] },
): APIChannelSelectComponent => ({
  type: ComponentType.ChannelSelect,
  custom_id: id,
  placeholder,
  min_values: 0,
  max_values: max,
  channel_types: [...types],
  default_values: ids.map((channelId) => ({ id: channelId, type: SelectMenuDefaultValueType.Channel })),
});

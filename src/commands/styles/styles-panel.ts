import {
  button,
  buttonRows,
  OPTION_LENGTH,
  OPTIONS_PER_SELECT,
  row,
  select,
  type ActionRow,
} from '../../messages/components.ts';
import { chunks, compact } from '../../lib/lists.ts';
import type { ActionName } from '../../messages/action-names.ts';
import { customId } from '../../messages/custom-id.ts';
import { excerpt, fitting, literal, oneLine, quote } from '../../messages/markup.ts';
import type { GuildStyles } from '../../services/guilds/guild-styles.ts';
import { MAX_OWN_STYLES, MAX_SERVER_STYLES, type Style } from '../../services/requests/styles.ts';
import type { Words } from '../../messages/words/words.ts';
import type { MessageBody } from '../../messages/message.ts';

/** The owner of the styles, in custom ids. */
export type Whose = 'own' | 'server';

export const LIMITS = { own: MAX_OWN_STYLES, server: MAX_SERVER_STYLES } as const;

/** The number of the button by which deleting is confirmed, or a standard style set. */
export const YES = 1;
const NO = 0;

/** In characters, of all names of one list. */
const NAMES_LENGTH = 1_800;
const TEXT_LENGTH = 1_800;

/** All styles that a person can use in a place. */
export interface StylesHere extends Pick<GuildStyles, 'standardId'> {
  own: readonly Style[];
  /** Undefined in direct messages. */
  server: readonly Style[] | undefined;
  /** Whether the person may change the server's. */
  isAdmin: boolean;
}

const menus = (whose: Whose, styles: readonly Style[], { styles: texts }: Words): ActionRow[] =>
  chunks(styles, OPTIONS_PER_SELECT).map((part, index) => {
    const options = part.map(({ id, name, text }) => ({
      label: name,
      value: id,
      description: oneLine(text, OPTION_LENGTH),
    }));
    return row(select(customId('style', whose, index), texts.pick[whose], options));
  });

const controls = (whose: Whose, styles: readonly Style[], { styles: texts }: Words): ActionRow[] =>
  buttonRows([
    button(customId('style-form', whose), texts.add[whose], {
      style: 'primary',
      disabled: styles.length >= LIMITS[whose],
    }),
  ]);

/** The panel with all styles that a person can use here. */
export const stylesPanel = ({ own, server, standardId, isAdmin }: StylesHere, words: Words): MessageBody => {
  const { styles: texts } = words;
  const list = (whose: Whose, styles: readonly Style[]): string => {
    const names = styles.map(({ id, name }) =>
      id === standardId ? `${literal(name)} (${texts.standard})` : literal(name),
    );
    return `${texts.heads[whose](styles.length, LIMITS[whose])}\n${fitting(names, ' · ', NAMES_LENGTH)}`.trim();
  };
  const lists = compact([list('own', own), server && list('server', server)]);
  return {
    content: '',
    embeds: [{ title: texts.title, description: [texts.note, ...lists].join('\n\n') }],
    components: [
      ...menus('own', own, words),
      ...menus('server', server ?? [], words),
      ...controls('own', own, words),
      ...(server && isAdmin ? controls('server', server, words) : []),
    ],
  };
};

const embedOf = ({ name, text, mode, aspectRatio, size }: Style) => ({
  title: literal(name),
  description: [quote(text, TEXT_LENGTH), [mode, aspectRatio, size].filter(Boolean).join(' · ')].join('\n'),
});

/** A style with its actions, and the last picture made with it. */
export const stylePanel = (
  style: Style,
  whose: Whose,
  { isAdmin, standardId, previewUrl }: StylesHere & { previewUrl?: string | undefined },
  { styles: texts }: Words,
): MessageBody => {
  const image = previewUrl === undefined ? {} : { image: { url: previewUrl, description: texts.preview } };
  const id = (action: ActionName, number = NO) => customId(action, whose, number, style.id);
  const isStandard = style.id === standardId;
  const standard = button(id('style-standard', isStandard ? NO : YES), texts.makeStandard[`${isStandard}`]);
  return {
    content: '',
    embeds: [{ ...embedOf(style), ...image }],
    components: buttonRows([
      button(id('style-try'), texts.try, { style: 'primary' }),
      ...(whose === 'own' || isAdmin
        ? [
            button(id('style-form'), texts.edit),
            button(id('style-delete'), texts.delete, { style: 'danger' }),
          ]
        : []),
      whose === 'server' && isAdmin && standard,
      button(customId('styles', 'all'), texts.back),
    ]),
  };
};

/** Asks before a style is deleted. */
export const deletePanel = (style: Style, whose: Whose, { styles: texts }: Words): MessageBody => ({
  content: texts.deleteQuestion(excerpt(style.name)),
  embeds: [embedOf(style)],
  components: buttonRows([
    button(customId('style-delete', whose, YES, style.id), texts.delete, { style: 'danger' }),
    button(customId('styles', 'all'), texts.back),
  ]),
});

import { FAMILY_NAMES, usualOptions, commandOf } from '../../services/requests/families/index.ts';
import { createHash, randomUUID } from 'node:crypto';
import { UserError } from '../../lib/user-error.ts';
import { customId } from '../../messages/custom-id.ts';
import {
  chosenIn,
  MAX_FIELD_LENGTH,
  modal,
  selectField,
  textField,
  textOf,
  type Modal,
} from '../../messages/forms.ts';
import { excerpt } from '../../messages/markup.ts';
import type { GuildStyles } from '../../services/guilds/guild-styles.ts';
import {
  MAX_STYLE_NAME_LENGTH,
  MAX_STYLE_TEXT_LENGTH,
  styleSchema,
  withStyle,
  type Style,
} from '../../services/requests/styles.ts';
import type { Action } from '../framework/action.ts';
import { defineCommand } from '../framework/command.ts';
import type { CommandContext } from '../framework/context.ts';
import { managesServer, serverOf } from '../framework/invocation.ts';
import type { Words } from '../../messages/words/words.ts';
import { FOR_ONESELF, FOR_ONESELF_ON_PANEL, FOR_OWN_OR_SERVER_ON_PANEL } from '../framework/may.ts';
import { recordChange } from '../framework/record-change.ts';
import type { Reply } from '../framework/reply.ts';
import { assertMayUseCommands, managedGuild } from '../framework/rights.ts';
import { choicesFor, answersFor, serverStyles } from '../requests/choices.ts';
import { optionField } from '../requests/fields.ts';
import { requested } from '../requests/request.ts';
import { previewOf } from './preview.ts';
import {
  deletePanel,
  LIMITS,
  stylePanel,
  stylesPanel,
  YES,
  type StylesHere,
  type Whose,
} from './styles-panel.ts';

const whoseIn = (subject: string): Whose => (subject === 'server' ? 'server' : 'own');

const stylesHere = async (context: CommandContext): Promise<StylesHere> => {
  const { profiles, invocation } = context;
  const [{ styles: own }, { styles, standardId }] = await Promise.all([
    profiles.of(invocation.personId),
    serverStyles(context),
  ]);
  const isServer = serverOf(invocation) !== undefined;
  return {
    own,
    server: isServer ? styles : undefined,
    isAdmin: isServer && managesServer(invocation),
    standardId,
  };
};

/** @throws UserError style-gone when there is no such style (anymore). */
const findStyle = async (subject: string, id: string | undefined, context: CommandContext) => {
  const here = await stylesHere(context);
  const style = here[whoseIn(subject)]?.find((candidate) => candidate.id === id);
  if (!style) throw new UserError('style-gone');
  return { style, here };
};

/** Changes the server's styles. A deleted style is no longer the default, either. */
const changeServer = async (
  change: (before: GuildStyles) => GuildStyles,
  typed: string,
  context: CommandContext,
): Promise<void> => {
  const guildId = managedGuild(context.invocation);
  await context.guilds.styles.change(guildId, (before) => {
    const { styles, standardId } = change(before);
    const isThere = styles.some(({ id }) => id === standardId);
    return { styles, standardId: isThere ? standardId : undefined };
  });
  recordChange(context, guildId, ({ log }) => log.changes.styles, { typed: excerpt(typed) });
};

const panelReply = async (context: CommandContext): Promise<Reply> => ({
  kind: 'update',
  message: stylesPanel(await stylesHere(context), context.words),
});

/** Changes one's own styles or the server's, and shows the panel. */
const changed = async (
  subject: string,
  change: (styles: readonly Style[]) => Style[],
  context: CommandContext,
  typed: string,
): Promise<Reply> => {
  if (whoseIn(subject) === 'own') await context.profiles.changeStyles(context.invocation.personId, change);
  else await changeServer((before) => ({ ...before, styles: change(before.styles) }), typed, context);
  return panelReply(context);
};

const OPTIONS = ['mode', 'aspectRatio', 'size'] as const;

const FIELDS = ['name', 'text', ...OPTIONS] as const;
/** Of a digest: with those of all fields, a custom id has room for no more. */
const DIGEST_LENGTH = 4;

const digestOf = (value = ''): string =>
  createHash('sha256').update(value).digest('base64url').slice(0, DIGEST_LENGTH);

/** What a form is about: a style, and what each of its fields shows, so that what is changed can be told. */
const shownStyle = (style: Style): string =>
  [style.id, ...FIELDS.map((name) => digestOf(style[name]))].join('.');

/** A style as its form changes it: another admin may have changed the other fields since the form was opened. */
const merged = (present: Style, typed: Style, shown: readonly string[]): Style => {
  const changed = FIELDS.filter((name, index) => digestOf(typed[name]) !== shown[index]);
  const isChanged = (field: string) => changed.some((name) => name === field);
  const others = Object.entries(present).filter(([field]) => !isChanged(field));
  const own = Object.entries(typed).filter(([field]) => isChanged(field));
  return styleSchema.parse(Object.fromEntries([...others, ...own]));
};

const styleForm = (whose: Whose, style: Style | undefined, words: Words): Modal => {
  const { form, add, editTitle } = words.styles;
  return modal(customId('style-form', whose, 0, style && shownStyle(style)), style ? editTitle : add[whose], [
    textField('name', {
      label: form.name,
      maxLength: MAX_STYLE_NAME_LENGTH,
      placeholder: form.nameExample,
      value: style?.name,
    }),
    textField('text', {
      label: form.text,
      description: form.textDescription,
      isLong: true,
      maxLength: MAX_STYLE_TEXT_LENGTH,
      placeholder: form.textExample,
      value: style?.text,
    }),
    ...OPTIONS.map((name) => optionField(name, style?.[name], words)),
  ]);
};

/** `/styles`: a person's styles, and the server's. */
export const styles = defineCommand({
  name: 'styles',
  answers: 'privately',
  run: async (_values, context) => ({
    kind: 'private',
    message: stylesPanel(await stylesHere(context), context.words),
  }),
});

/** Actions on one's own styles and the server's; another person's can't be reached. */
export const stylesActions: readonly Action[] = [
  /** The current panel. */
  {
    name: 'styles',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'in-place',
    run: (_use, context) => panelReply(context),
  },

  /** Shows one of the styles. */
  {
    name: 'style',
    may: FOR_ONESELF_ON_PANEL,
    answers: 'in-place',
    run: async ({ subject, values: [id] }, context) => {
      const { style, here } = await findStyle(subject, id, context);
      const shown = { ...here, previewUrl: await previewOf(style, context) };
      return { kind: 'update', message: stylePanel(style, whoseIn(subject), shown, context.words) };
    },
  },

  /** Opens a form for a prompt, and makes a request in the style. */
  {
    name: 'style-try',
    may: FOR_ONESELF,
    answers: 'at-once',
    run: async ({ subject, text: id }, context) => {
      const { style } = await findStyle(subject, id, context);
      const { styles: texts, options } = context.words;
      const commands = FAMILY_NAMES.map((value, index) => ({
        label: commandOf(value),
        value,
        default: index === 0,
      }));
      const fields = [
        textField('prompt', {
          label: options.prompt,
          description: options.inStyle(style.name),
          isLong: true,
          maxLength: MAX_FIELD_LENGTH,
        }),
        selectField('command', { label: texts.command, options: commands }),
      ];
      return { kind: 'modal', modal: modal(customId('style-try', subject, 0, id), texts.try, fields) };
    },
    form: {
      answers: (_use, context) => answersFor({}, context),
      isPaid: true,
      run: async ({ text: id = '', fields }, context) => {
        assertMayUseCommands(context.invocation);
        const { style, defaults, refusal } = await choicesFor({ style: id }, context);
        const { isPrivate = false, spoiler = false } = defaults;
        const chosen = chosenIn(fields, 'command');
        const [first] = FAMILY_NAMES;
        const family = FAMILY_NAMES.find((name) => name === chosen) ?? first;
        const request = usualOptions(family, { prompt: textOf(fields, 'prompt'), style }, defaults);
        return requested({ request, isPrivate, spoiler, notify: defaults }, context, refusal);
      },
    },
  },

  /** Opens the form of a style, and stores it. */
  {
    name: 'style-form',
    may: FOR_OWN_OR_SERVER_ON_PANEL,
    answers: 'at-once',
    run: async ({ subject, text }, context) => {
      const [id] = text?.split('.') ?? [];
      const style = id === undefined ? undefined : (await findStyle(subject, id, context)).style;
      return { kind: 'modal', modal: styleForm(whoseIn(subject), style, context.words) };
    },
    form: {
      answers: 'in-place',
      run: ({ subject, text, fields }, context) => {
        const [id, ...digests] = text?.split('.') ?? [];
        const typed = {
          id: id ?? randomUUID(),
          name: textOf(fields, 'name'),
          text: textOf(fields, 'text'),
          ...Object.fromEntries(
            OPTIONS.flatMap((name) => {
              const chosen = chosenIn(fields, name);
              return chosen === undefined ? [] : [[name, chosen]];
            }),
          ),
        };
        const { data: style } = styleSchema.safeParse(typed);
        if (!style) throw new UserError('command-changed');
        const change = (present: readonly Style[]) => {
          const before = present.find((other) => other.id === id);
          if (id !== undefined && !before) throw new UserError('style-gone');
          const after = before ? merged(before, style, digests) : style;
          return withStyle(present, after, LIMITS[whoseIn(subject)]);
        };
        return changed(subject, change, context, style.name);
      },
    },
  },

  /** Deletes one of the styles, after asking once. */
  {
    name: 'style-delete',
    may: FOR_OWN_OR_SERVER_ON_PANEL,
    answers: 'in-place',
    run: async ({ subject, number, text: id }, context) => {
      const { style } = await findStyle(subject, id, context);
      if (number !== YES)
        return { kind: 'update', message: deletePanel(style, whoseIn(subject), context.words) };
      const change = (present: readonly Style[]) => present.filter((other) => other.id !== id);
      return changed(subject, change, context, style.name);
    },
  },

  /** Makes one of the server's styles its standard one, or no longer. */
  {
    name: 'style-standard',
    may: FOR_OWN_OR_SERVER_ON_PANEL,
    answers: 'in-place',
    run: async ({ subject, number, text: id }, context) => {
      const { style } = await findStyle(subject, id, context);
      const standardId = number === YES ? style.id : undefined;
      await changeServer(({ styles: all }) => ({ styles: all, standardId }), style.name, context);
      return panelReply(context);
    },
  },
];

import type { APIButtonComponent } from 'discord-api-types/v10';
import { button, buttonRows, optionalSelect, row, type Row } from '../../messages/components.ts';
import { NOTIFICATIONS } from '../../services/jobs/job.ts';
import { ASPECT_RATIOS, MODES, SIZES, WHEN_ABSENT } from '../../services/image-api/wire.ts';
import type { Defaults, Profile } from '../../services/people/profile.ts';
import { customId } from '../../messages/custom-id.ts';
import { oneLine } from '../../messages/markup.ts';
import type { Words } from '../framework/language.ts';
import type { MessageBody } from '../framework/reply.ts';

/** The meanings of a button's number. */
const YES_NO_DEFAULT = [null, true, false] as const;
const NOTIFY_DEFAULT = [null, ...NOTIFICATIONS] as const;
/** The subject of actions that concern the person who uses them. */
export const OWN = 'own';

/** In characters: as much of a text as a button shows. */
const LABEL_LENGTH = 80;

type DefaultWords = Words['defaults'];

const truth = (value: boolean | undefined, { yes, no }: DefaultWords): string => (value === true ? yes : no);

/** What applies here where the person chose nothing: the server's default, or else the service's or Easel's own. */
const here = (server: Defaults | undefined, { defaults: words, settings }: Words) => {
  const byDefault = server ? words.byServer : settings.byDefault;
  return {
    mode: byDefault(server?.mode ?? WHEN_ABSENT.mode),
    size: byDefault(server?.size ?? WHEN_ABSENT.size),
    aspectRatio: byDefault(server?.aspectRatio ?? WHEN_ABSENT.aspectRatio),
    without: server?.without === undefined ? words.nothing : words.byServer(server.without),
    isPrivate: words.no,
    spoiler: byDefault(truth(server?.spoiler, words)),
    notify: words.notify.none,
  };
};

const SUBJECTS = {
  mode: 'mode',
  size: 'size',
  aspectRatio: 'ratio',
  without: 'without',
  isPrivate: 'private',
  spoiler: 'spoiler',
  notify: 'notify',
} as const satisfies Record<keyof Defaults, string>;

/** The default for a component's subject. */
export const defaultOf = (subject: string): keyof Defaults | undefined => {
  const names = ['mode', 'size', 'aspectRatio', 'without', 'isPrivate', 'spoiler', 'notify'] as const;
  return names.find((name) => SUBJECTS[name] === subject);
};

/** The value for the number of a default's button; null removes the default. */
export const valueOfStep = (name: keyof Defaults, step: number): string | boolean | null =>
  (name === 'notify' ? NOTIFY_DEFAULT : YES_NO_DEFAULT)[step] ?? null;

const choice = (
  name: keyof Defaults,
  { names }: DefaultWords,
  options: { values: readonly string[]; chosen: string | undefined; none: string },
): Row => row(optionalSelect(customId('default', SUBJECTS[name]), names[name], options));

/** Leads from no to yes and back. Nothing but a person's own choice makes a request private. */
const privateButton = (
  value: boolean | undefined,
  shown: string,
  { names }: DefaultWords,
): APIButtonComponent => {
  const next = YES_NO_DEFAULT.indexOf(value === true ? null : true);
  const style = value === true ? 'success' : 'secondary';
  return button(customId('default', SUBJECTS.isPrivate, next), `${names.isPrivate}: ${shown}`, { style });
};

/** Each press goes one step: as the server says, yes, no. The button says where it leads, so two presses do no harm. */
const spoilerButton = (
  value: boolean | undefined,
  shown: string,
  { names }: DefaultWords,
): APIButtonComponent => {
  const next = (YES_NO_DEFAULT.indexOf(value ?? null) + 1) % YES_NO_DEFAULT.length;
  const style = value === true ? 'success' : 'secondary';
  return button(customId('default', SUBJECTS.spoiler, next), `${names.spoiler}: ${shown}`, { style });
};

const notifyText = (by: Defaults['notify'], none: string, { notify }: DefaultWords): string =>
  by === undefined ? none : notify[by];

const notifyButton = (by: Defaults['notify'], shown: string, { names }: DefaultWords): APIButtonComponent => {
  const next = (NOTIFY_DEFAULT.indexOf(by ?? null) + 1) % NOTIFY_DEFAULT.length;
  const style = by === undefined ? 'secondary' : 'success';
  return button(customId('default', SUBJECTS.notify, next), `${names.notify}: ${shown}`, { style });
};

const withoutButton = (
  value: string | undefined,
  none: string,
  { names }: DefaultWords,
): APIButtonComponent => {
  const style = value === undefined ? 'secondary' : 'success';
  const label = oneLine(`${names.without}: ${value ?? none}`, LABEL_LENGTH);
  return button(customId('without-form', OWN), label, { style });
};

const truthOr = (value: boolean | undefined, none: string, words: DefaultWords): string =>
  value === undefined ? none : truth(value, words);

/**
 * The panel in which a person decides for all their requests.
 *
 * @param server the defaults of the server in which they look; absent in direct messages.
 */
export const defaultsPanel = (profile: Profile, server: Defaults | undefined, all: Words): MessageBody => {
  const { defaults: words } = all;
  const { defaults } = profile;
  const none = here(server, all);
  const { mode, size, aspectRatio, without, isPrivate, spoiler, notify } = defaults;
  return {
    content: '',
    embeds: [
      {
        title: words.title,
        description: words.heading,
      },
    ],
    components: [
      choice('mode', words, { values: MODES, chosen: mode, none: none.mode }),
      choice('size', words, { values: SIZES, chosen: size, none: none.size }),
      choice('aspectRatio', words, { values: ASPECT_RATIOS, chosen: aspectRatio, none: none.aspectRatio }),
      ...buttonRows([
        withoutButton(without, none.without, words),
        privateButton(isPrivate, truthOr(isPrivate, none.isPrivate, words), words),
        spoilerButton(spoiler, truthOr(spoiler, none.spoiler, words), words),
        notifyButton(notify, notifyText(notify, none.notify, words), words),
      ]),
    ],
  };
};

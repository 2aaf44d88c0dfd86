import {
  button,
  BUTTON_LENGTH,
  buttonRows,
  optionalSelect,
  row,
  type ActionRow,
} from '../../messages/components.ts';
import { NOTIFICATIONS } from '../../services/requests/ask.ts';
import { ASPECT_RATIOS, MODES, SIZES, WHEN_ABSENT } from '../../services/requests/values.ts';
import type { Defaults } from '../../services/people/profiles.ts';
import { customId } from '../../messages/custom-id.ts';
import { oneLine } from '../../messages/markup.ts';
import type { Words } from '../../messages/words/words.ts';
import type { MessageBody } from '../../messages/message.ts';

/** The meanings of a button's number; null takes the choice back. */
const YES_NO_STEPS = [null, true, false] as const;
const NOTIFY_STEPS = [null, ...NOTIFICATIONS] as const;

/** The value for the number of a default's button; null removes the default. */
export const valueOfStep = (name: string, step: number): string | boolean | null =>
  (name === 'notify' ? NOTIFY_STEPS : YES_NO_STEPS)[step] ?? null;

/** A button that leads one step further. It says where, so two presses do no harm. */
const stepButton = (
  name: 'isPrivate' | 'spoiler' | 'notify',
  { next, isOn, shown }: { next: number; isOn: boolean; shown: string },
  { defaults: { names } }: Words,
) =>
  button(customId('default', name, next), `${names[name]}: ${shown}`, {
    style: isOn ? 'success' : 'secondary',
  });

const stepButtons = (
  { isPrivate, spoiler, notify }: Defaults,
  server: Defaults | undefined,
  words: Words,
) => {
  const { yes, no, byServer, notify: notifyTexts } = words.defaults;
  const textOf = (value: boolean | undefined) => (value === true ? yes : no);
  const byDefault = server ? byServer : words.settings.byDefault;
  return [
    stepButton(
      'isPrivate',
      // Nothing but a person's own choice makes a request private, so there is no third step.
      { next: isPrivate === true ? 0 : 1, isOn: isPrivate === true, shown: textOf(isPrivate) },
      words,
    ),
    stepButton(
      'spoiler',
      {
        next: (YES_NO_STEPS.indexOf(spoiler ?? null) + 1) % YES_NO_STEPS.length,
        isOn: spoiler === true,
        shown: spoiler === undefined ? byDefault(textOf(server?.spoiler)) : textOf(spoiler),
      },
      words,
    ),
    stepButton(
      'notify',
      {
        next: (NOTIFY_STEPS.indexOf(notify ?? null) + 1) % NOTIFY_STEPS.length,
        isOn: notify !== undefined,
        shown: notifyTexts[notify ?? 'none'],
      },
      words,
    ),
  ];
};

/**
 * The panel in which a person decides for all their requests.
 *
 * @param server the defaults of the server in which they look; absent in direct messages.
 */
export const defaultsPanel = (chosen: Defaults, server: Defaults | undefined, words: Words): MessageBody => {
  const { title, heading, byServer, nothing } = words.defaults;
  const { names } = words.settings;
  const byDefault = server ? byServer : words.settings.byDefault;
  const choice = (name: 'mode' | 'size' | 'aspectRatio', values: readonly string[]): ActionRow => {
    const none = byDefault(server?.[name] ?? WHEN_ABSENT[name]);
    return row(
      optionalSelect(customId('default', name), names[name], { values, chosen: chosen[name], none }),
    );
  };
  const without = chosen.without ?? (server?.without === undefined ? nothing : byServer(server.without));
  const withoutButton = button(
    customId('without-form'),
    oneLine(`${names.without}: ${without}`, BUTTON_LENGTH),
    { style: chosen.without === undefined ? 'secondary' : 'success' },
  );
  return {
    content: '',
    embeds: [{ title, description: heading }],
    components: [
      choice('mode', MODES),
      choice('size', SIZES),
      choice('aspectRatio', ASPECT_RATIOS),
      ...buttonRows([withoutButton, ...stepButtons(chosen, server, words)]),
    ],
  };
};

import {
  button,
  BUTTON_LENGTH,
  buttonRows,
  optionalSelect,
  row,
  type ActionRow,
} from '../../messages/components.ts';
import { ASPECT_RATIOS, MODES, SIZES, WHEN_ABSENT } from '../../services/requests/values.ts';
import type { Defaults } from '../../services/people/profiles.ts';
import { customId } from '../../messages/custom-id.ts';
import { oneLine } from '../../messages/markup.ts';
import type { Words } from '../../messages/words/words.ts';
import type { MessageBody } from '../../messages/message.ts';

/** The meanings of a button's number; null takes the choice back. */
const YES_NO_STEPS = [null, true, false] as const;

/** The value for the number of a default's button; null removes the default. */
export const valueOfStep = (step: number): boolean | null => YES_NO_STEPS[step] ?? null;

/** A button that leads one step further. It says where, so two presses do no harm. */
const stepButton = (
  name: 'isPrivate' | 'spoiler' | 'mention' | 'direct',
  label: string,
  { next, isOn }: { next: number; isOn: boolean },
) => button(customId('default', name, next), label, { style: isOn ? 'success' : 'secondary' });

const stepButtons = (chosen: Defaults, server: Defaults | undefined, words: Words) => {
  const { yes, no, byServer, names } = words.defaults;
  const { mention, direct } = words.card.buttons;
  const { isPrivate, spoiler } = chosen;
  const textOf = (value: boolean | undefined) => (value === true ? yes : no);
  const byDefault = server ? byServer : words.settings.byDefault;
  // A default that only the person decides has no third step.
  const own = (name: 'isPrivate' | 'mention' | 'direct', label: (isOn: boolean) => string) => {
    const isOn = chosen[name] === true;
    return stepButton(name, label(isOn), { next: isOn ? 0 : 1, isOn });
  };
  const next = (YES_NO_STEPS.indexOf(spoiler ?? null) + 1) % YES_NO_STEPS.length;
  const isSpoiler = spoiler === undefined ? byDefault(textOf(server?.spoiler)) : textOf(spoiler);
  return [
    own('isPrivate', () => `${names.isPrivate}: ${textOf(isPrivate)}`),
    stepButton('spoiler', `${names.spoiler}: ${isSpoiler}`, { next, isOn: spoiler === true }),
    own('mention', mention),
    own('direct', direct),
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

import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Component } from '../../discord/model.ts';
import { presetOf } from '../../discord/rules/fields.ts';
import { isWaiting, shownChannel } from '../client/client-state.ts';
import { client, useClientState, useSnapshot } from '../client/client.ts';
import { EmojiSign, EmojiText } from '../look/emoji.tsx';
import { Icon, Press } from '../look/icons.tsx';
import { usePopup } from '../shell/menu.tsx';
import { choicesOf, type PickChoice } from './choices.ts';
import { say } from '../language/language.ts';

interface PickListProps {
  label: string;
  placeholder: string;
  choices: readonly PickChoice[];
  picked: readonly string[];
  /** How many may be picked; with more than one the list stays open. */
  maximum: number;
  disabled?: boolean;
  isWaiting?: boolean;
  onPick: (values: string[]) => void;
  /** The list was closed again. */
  onDone?: (values: readonly string[]) => void;
}

/** What is picked after one entry was pressed. */
const afterPress = (picked: readonly string[], value: string, maximum: number): string[] => {
  if (maximum === 1) return [value];
  if (picked.includes(value)) return picked.filter((one) => one !== value);
  return picked.length < maximum ? [...picked, value] : [...picked];
};

interface EntryProps {
  id: string;
  choice: PickChoice;
  isPicked: boolean;
  isActive: boolean;
  onPress: () => void;
  onPoint: () => void;
}

const Entry = ({ id, choice, isPicked, isActive, onPress, onPoint }: EntryProps) => (
  <li
    id={id}
    role="option"
    class={isActive ? 'pick active' : 'pick'}
    aria-selected={isPicked}
    onPointerDown={(event) => event.preventDefault()}
    onPointerMove={onPoint}
    onClick={onPress}
  >
    <EmojiSign emoji={choice.emoji} />
    <span class="pick-words">
      <span>
        <EmojiText text={choice.label} />
      </span>
      {choice.description !== undefined && <small>{choice.description}</small>}
    </span>
    <span class={isPicked ? 'check on' : 'check'} aria-hidden="true" />
  </li>
);

const usePicking = ({ choices, picked, maximum, onPick, onDone }: PickListProps) => {
  const [active, setActive] = useState<number | null>(null);
  const isOpen = active !== null;
  const point = (index: number): void => setActive(index);
  const close = (): void => {
    setActive(null);
    onDone?.(picked);
  };
  const toggle = (): void => {
    const first = choices.findIndex(({ value }) => picked.includes(value));
    if (isOpen) close();
    else setActive(Math.max(first, 0));
  };
  const press = (index: number): void => {
    const choice = choices[index];
    if (!choice) return;
    onPick(afterPress(picked, choice.value, maximum));
    if (maximum === 1) setActive(null);
  };
  const onKey = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === 'ArrowDown') setActive(Math.min((active ?? -1) + 1, choices.length - 1));
    else if (key === 'ArrowUp') setActive(Math.max((active ?? 0) - 1, 0));
    else if (isOpen && (key === 'Enter' || key === ' ')) press(active);
    else if (isOpen && (key === 'Escape' || key === 'Tab')) close();
    else return;
    if (key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { active, isOpen, point, close, toggle, press, onKey };
};

type Picking = ReturnType<typeof usePicking>;

const Entries = ({ id, picking, ...props }: PickListProps & { id: string; picking: Picking }) => {
  const { label, choices, picked, maximum } = props;
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' });
  }, [picking.active]);
  return (
    <ul
      ref={list}
      id={`${id}-list`}
      class="picks"
      role="listbox"
      aria-label={label}
      aria-multiselectable={maximum > 1}
    >
      {choices.map((choice, index) => (
        <Entry
          key={choice.value}
          id={`${id}-${index}`}
          choice={choice}
          isPicked={picked.includes(choice.value)}
          isActive={index === picking.active}
          onPress={() => picking.press(index)}
          onPoint={() => picking.point(index)}
        />
      ))}
    </ul>
  );
};

/** A list to pick from: docs.discord.com/developers/components/reference#string-select */
export const PickList = (props: PickListProps) => {
  const { label, placeholder, choices, picked, disabled } = props;
  const id = useId();
  const picking = usePicking(props);
  const root = usePopup<HTMLDivElement>(picking.isOpen, picking.close);
  const names = choices.filter(({ value }) => picked.includes(value)).map((choice) => choice.label);
  return (
    <div class={`pick-list${props.isWaiting ? ' waiting' : ''}`} ref={root}>
      <Press
        role="combobox"
        class="pick-box"
        aria-label={names.length > 0 ? `${label}: ${names.join(', ')}` : label}
        aria-haspopup="listbox"
        aria-expanded={picking.isOpen}
        aria-controls={picking.isOpen ? `${id}-list` : undefined}
        aria-activedescendant={picking.active === null ? undefined : `${id}-${picking.active}`}
        disabled={disabled === true || props.isWaiting === true}
        onClick={picking.toggle}
        onKeyDown={picking.onKey}
      >
        <span class={names.length > 0 ? 'pick-value' : 'pick-value empty'}>
          {names.join(', ') || placeholder}
        </span>
        <Icon name="chevron" size={18} />
      </Press>
      {picking.isOpen && <Entries {...props} id={id} picking={picking} />}
    </div>
  );
};

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value));

/** A select of a message: one value is sent at once, several when the list closes. */
export const SelectComponent = ({ field, messageId }: { field: Component; messageId: string }) => {
  const state = useClientState();
  const snapshot = useSnapshot();
  const channel = shownChannel(state);
  const [picked, setPicked] = useState(() => presetOf(field));
  if (!channel) return null;
  const customId = field.custom_id ?? '';
  const maximum = field.max_values ?? 1;
  const send = (values: readonly string[]): void =>
    void client.select({ messageId, customId, values: [...values] });
  return (
    <PickList
      label={field.placeholder ?? say('Make a selection')}
      placeholder={field.placeholder ?? say('Make a selection')}
      choices={choicesOf(field, snapshot, channel)}
      picked={picked}
      maximum={maximum}
      disabled={field.disabled === true}
      isWaiting={isWaiting(state.waits, messageId, customId)}
      onPick={(values) => {
        setPicked(values);
        if (maximum === 1) send(values);
      }}
      onDone={(values) => {
        const isEnough = values.length >= (field.min_values ?? 1);
        if (maximum > 1 && isEnough && !isSame(values, presetOf(field))) send(values);
      }}
    />
  );
};

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../look/icons.tsx';
import { EmojiSign } from './button.tsx';
import type { PickChoice } from './choices.ts';

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
  onDone?: (values: string[]) => void;
}

/** What is picked after one entry was pressed. */
export function afterPress(picked: readonly string[], value: string, maximum: number): string[] {
  if (maximum === 1) return [value];
  if (picked.includes(value)) return picked.filter((one) => one !== value);
  return picked.length < maximum ? [...picked, value] : [...picked];
}

function Entry(props: {
  id: string;
  choice: PickChoice;
  isPicked: boolean;
  isActive: boolean;
  onPress: () => void;
}) {
  const { id, choice, isPicked, isActive, onPress } = props;
  return (
    <li
      id={id}
      role="option"
      class={isActive ? 'pick active' : 'pick'}
      aria-selected={isPicked}
      onPointerDown={(event) => {
        event.preventDefault();
      }}
      onClick={onPress}
    >
      <EmojiSign emoji={choice.emoji} />
      <span class="pick-words">
        <span>{choice.label}</span>
        {choice.description !== undefined && <small>{choice.description}</small>}
      </span>
      <span class={isPicked ? 'check on' : 'check'} aria-hidden="true" />
    </li>
  );
}

function useOpenList(onClose: () => void) {
  const [active, setActive] = useState<number | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const isOpen = active !== null;
  const close = (): void => {
    setActive(null);
    onClose();
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('pointerdown', onPress);
    };
  });
  return { active, setActive, root, isOpen, close };
}

/** A list to pick from: docs.discord.com/developers/components/reference#string-select */
export function PickList(props: PickListProps) {
  const { label, placeholder, choices, picked, maximum, disabled, isWaiting = false, onPick, onDone } = props;
  const id = useId();
  const list = useOpenList(() => onDone?.([...picked]));
  const { active, setActive } = list;
  const press = (index: number): void => {
    const choice = choices[index];
    if (!choice) return;
    onPick(afterPress(picked, choice.value, maximum));
    if (maximum === 1) setActive(null);
  };
  const onKey = (event: KeyboardEvent): void => {
    const at = active ?? -1;
    const moves: Record<string, () => void> = {
      ArrowDown: () => {
        setActive(Math.min(at + 1, choices.length - 1));
      },
      ArrowUp: () => {
        setActive(Math.max(at - 1, 0));
      },
      Enter: () => {
        if (list.isOpen) press(at);
        else setActive(0);
      },
      ' ': () => {
        if (list.isOpen) press(at);
        else setActive(0);
      },
      ...(list.isOpen && { Escape: list.close }),
    };
    if (event.key === 'Tab' && list.isOpen) list.close();
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  const names = choices.filter(({ value }) => picked.includes(value)).map((choice) => choice.label);
  return (
    <div class={`pick-list${isWaiting ? ' waiting' : ''}`} ref={list.root}>
      <button
        type="button"
        role="combobox"
        class="pick-box"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={list.isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={active === null ? undefined : `${id}-${active}`}
        disabled={disabled === true || isWaiting}
        onClick={() => {
          if (list.isOpen) list.close();
          else setActive(0);
        }}
        onKeyDown={onKey}
      >
        <span class={names.length > 0 ? 'pick-value' : 'pick-value empty'}>
          {names.join(', ') || placeholder}
        </span>
        <Icon name="chevron" size={18} />
      </button>
      {list.isOpen && (
        <ul
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
              isActive={index === active}
              onPress={() => {
                press(index);
              }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

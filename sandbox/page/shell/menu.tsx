import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Press } from '../look/icons.tsx';

/** Tells of a press beside what is open. */
export const usePopup = <Root extends HTMLElement>(isOpen: boolean, onOutside: () => void) => {
  const root = useRef<Root>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) onOutside();
    };
    document.addEventListener('pointerdown', onPress, true);
    return () => document.removeEventListener('pointerdown', onPress, true);
  });
  return root;
};

/** A dialog that is open as long as it is there. */
export const useDialog = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return dialog;
};

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([disabled])') ?? []),
];

const move = (menu: HTMLElement | null, key: string): boolean => {
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const next = {
    ArrowDown: at + 1,
    ArrowUp: at <= 0 ? items.length - 1 : at - 1,
    Home: 0,
    End: items.length - 1,
  }[key];
  if (next === undefined) return false;
  items[next % items.length]?.focus();
  return true;
};

type MenuPlace = Record<string, string | number>;

interface MenuProps {
  label: string;
  class?: string;
  place?: MenuPlace;
  onClose: () => void;
  children: ComponentChildren;
}

/** A menu that takes the focus while it is open, and gives it back. */
export const Menu = ({ label, class: name = '', place, onClose, children }: MenuProps) => {
  const menu = usePopup<HTMLDivElement>(true, onClose);
  useLayoutEffect(() => {
    const before = document.activeElement;
    itemsOf(menu.current)[0]?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div
      ref={menu}
      class={`menu ${name}`}
      role="menu"
      aria-label={label}
      style={place}
      onPointerMove={({ target }) => {
        if (target instanceof Element) target.closest<HTMLElement>('[role^="menuitem"]')?.focus();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || event.key === 'Tab') onClose();
        else if (!move(menu.current, event.key)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {children}
    </div>
  );
};

interface MenuItemProps {
  onPress: () => void;
  children: ComponentChildren;
  class?: string;
  checked?: boolean;
}

/** One thing that a menu offers. */
export const MenuItem = ({ onPress, children, class: name = '', checked }: MenuItemProps) => (
  <Press
    class={`menu-item ${name}`}
    role={checked === undefined ? 'menuitem' : 'menuitemradio'}
    aria-checked={checked}
    tabIndex={-1}
    onClick={onPress}
  >
    {children}
  </Press>
);

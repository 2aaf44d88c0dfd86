import { useEffect, useRef } from 'preact/hooks';

/** Tells when somebody presses beside what is open. */
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

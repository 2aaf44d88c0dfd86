import { useLayoutEffect, useRef } from 'preact/hooks';

/** A text box that is as high as its text. */
export const useAutoHeight = (text: string) => {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
  return box;
};

/** Brings a message of the shown channel into view. */
export const jumpTo = (messageId: string): void => {
  const target = document.querySelector(`[data-message="${messageId}"]`);
  target?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
};

/** Whether a key event goes to a text input, or to a dialog above the map. */
export function isWriting({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type="range"], [type="radio"]), textarea, [contenteditable], [role="dialog"]',
    ) !== null
  );
}

/** Whether a key goes to a field that received the focus by itself and in which nothing was written. */
export function isInUntouched({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[data-untouched]') !== null;
}

/** Whether a key goes to a field whose text is saved, so that leaving it loses nothing. */
export function isInSaved({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[data-saved]') !== null;
}

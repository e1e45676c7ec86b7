const inputs = 'input:not([type="range"], [type="radio"], [type="checkbox"])';
const textInputs = `${inputs}, textarea, [contenteditable]`;

/** Whether a key event goes to a text input, or to a dialog above the map. */
export function isWriting({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(`${textInputs}, [role="dialog"]`) !== null;
}

/** Whether a key goes to a dialog that takes steps back itself, and there not to a text input. */
export function isInUndoing({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || target.closest(textInputs) !== null) return false;
  return target.closest('[data-undoing]') !== null;
}

/** Whether a key goes to a field that received the focus by itself and in which nothing was written. */
export function isInUntouched({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[data-untouched]') !== null;
}

/** Whether a key goes to a field whose text is saved, so that leaving it loses nothing. */
export function isInSaved({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[data-saved]') !== null;
}

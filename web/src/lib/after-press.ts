/**
 * Runs at once; or, while something is being pressed, as soon as it is let go. A sentence that
 * appeared in between would move what is pressed from under the pointer, and the press would be lost.
 */
export function afterPress(action: () => void): void {
  if (document.querySelector(':is(button, a, [role="link"], [role="button"]):active') === null) {
    action();
    return;
  }
  const letGo = new AbortController();
  for (const type of ['pointerup', 'pointercancel', 'mouseup']) {
    window.addEventListener(
      type,
      () => {
        letGo.abort();
        // The click itself follows in the same task.
        setTimeout(action);
      },
      { capture: true, signal: letGo.signal },
    );
  }
}

/**
 * Runs an action at once or, while something is being pressed, as soon as the press ends. A
 * sentence that appeared in between could move the pressed element from under the pointer, and the
 * press would be lost.
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
        // The click event follows in the same task.
        setTimeout(action);
      },
      { capture: true, signal: letGo.signal },
    );
  }
}

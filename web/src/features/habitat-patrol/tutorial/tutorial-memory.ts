import { useState } from 'react';

const storageKey = 'habitat-patrol-tutorial';

/**
 * The tutorial opens at the start until it has been closed once in this browser.
 * @param isForResult whether a link to a result was opened, which the tutorial must not cover
 */
export function useTutorial(isForResult: boolean): {
  isOpen: boolean;
  /** Whether the person opened it, and not the start of the screen. */
  isAskedFor: boolean;
  open: () => void;
  close: () => void;
} {
  const [isOpen, setIsOpen] = useState(() => !isForResult && !wasClosed());
  const [isAskedFor, setIsAskedFor] = useState(false);
  return {
    isOpen,
    isAskedFor,
    open: () => {
      setIsOpen(true);
      setIsAskedFor(true);
    },
    close: () => {
      setIsOpen(false);
      rememberClosed();
    },
  };
}

/** Whether it was closed before. A browser without storage shows it each time. */
function wasClosed(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'closed';
  } catch {
    return false;
  }
}

function rememberClosed(): void {
  try {
    localStorage.setItem(storageKey, 'closed');
  } catch {
    // Without storage only this memory is lost.
  }
}

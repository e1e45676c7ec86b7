import { useState } from 'react';

const storageKey = 'habitat-patrol-tutorial';

/**
 * The tutorial is open at the start, until it has been closed once in this browser.
 * @param isForResult whoever opens a link to a result wants to see that first
 */
export function useTutorial(isForResult: boolean): {
  isOpen: boolean;
  /** Whether somebody opened it, not the start. */
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

/** A browser that keeps nothing shows it each time. */
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
    // Nothing is lost but the memory of it.
  }
}

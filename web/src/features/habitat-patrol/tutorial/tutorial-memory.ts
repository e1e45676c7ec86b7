import { useState } from 'react';
import { storedText } from '../../../lib/stored-text.ts';

const memory = storedText('localStorage', 'habitat-patrol-tutorial');

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
  const [isOpen, setIsOpen] = useState(() => !isForResult && memory.read() !== 'closed');
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
      memory.write('closed');
    },
  };
}

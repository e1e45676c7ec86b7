import { useCallback, useEffect, useRef } from 'react';

/**
 * For a button whose meaning changes with each press. The second press of a double click was not
 * meant for the new meaning.
 * @returns a function that tells whether the current press is such a second press
 */
export function useDoubleClick(): () => boolean {
  const clicks = useRef(1);
  useEffect(() => {
    const count = ({ detail }: MouseEvent) => {
      clicks.current = detail;
    };
    const forget = () => {
      clicks.current = 1;
    };
    window.addEventListener('mousedown', count, { capture: true });
    window.addEventListener('keydown', forget, { capture: true });
    return () => {
      window.removeEventListener('mousedown', count, { capture: true });
      window.removeEventListener('keydown', forget, { capture: true });
    };
  }, []);
  return useCallback(() => clicks.current > 1, []);
}

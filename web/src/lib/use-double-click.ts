import { useCallback, useEffect, useRef } from 'react';

/**
 * For a button that means something else after each press: the second press of a double click was not
 * meant for what the first one has brought.
 * @returns whether the press that is handled is such a second one
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

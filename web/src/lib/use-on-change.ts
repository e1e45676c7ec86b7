import { useEffect, useEffectEvent } from 'react';

/** Acts after the first rendering, and after each one with another value, as of that rendering. */
export function useOnChange(value: unknown, act: () => void): void {
  const actNow = useEffectEvent(act);
  useEffect(() => {
    void value;
    actNow();
  }, [value]);
}

import { useEffect, useState } from 'react';

/** A debounced value: it follows the given value once that has not changed for the given time. */
export function useLater<Value>(value: Value, milliseconds: number): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return later;
}

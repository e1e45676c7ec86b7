import { useEffect, useState } from 'react';
import type { SheetHeight } from './sheet-grip.tsx';

/**
 * How tall a phone's sheet is; beside a wide map it is folded or not. A tall one makes way as soon as
 * there is something else to see or do on the map.
 * @param onMap names that thing
 */
export function useSheet(onMap: string | number | null) {
  const [height, setHeight] = useState<SheetHeight>('half');
  useEffect(() => {
    if (onMap !== null) setHeight((current) => (current === 'tall' ? 'half' : current));
  }, [onMap]);
  return { height, setHeight };
}

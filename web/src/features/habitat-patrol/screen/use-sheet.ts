import { useEffect, useState } from 'react';
import type { SheetHeight } from './sheet-grip.tsx';

/**
 * The height of a phone's sheet. On a wide screen the panel is either folded or open. A tall sheet
 * shrinks as soon as there is something else to see or do on the map.
 * @param onMap names that thing
 */
export function useSheet(onMap: string | number | null) {
  const [height, setHeight] = useState<SheetHeight>('half');
  useEffect(() => {
    if (onMap !== null) setHeight((current) => (current === 'tall' ? 'half' : current));
  }, [onMap]);
  return { height, setHeight };
}

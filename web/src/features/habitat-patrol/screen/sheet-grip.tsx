import { type PointerEvent, useEffect, useRef, useState } from 'react';
import styles from './map-screen.module.css';

/** How much of a phone's screen the sheet takes. */
type SheetHeight = 'folded' | 'half' | 'tall';

const heights: readonly SheetHeight[] = ['folded', 'half', 'tall'];
/** A shorter movement counts as a press. */
const dragPixels = 24;

interface SheetGripProps {
  height: SheetHeight;
  onChange: (height: SheetHeight) => void;
}

/** The upper edge of a phone's sheet, which can be pressed or dragged to another height. */
export function SheetGrip({ height, onChange }: SheetGripProps) {
  const start = useRef<number | null>(null);
  const wasDragged = useRef(false);

  function handleDown(event: PointerEvent): void {
    start.current = event.clientY;
    wasDragged.current = false;
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function handleUp(event: PointerEvent): void {
    const way = event.clientY - (start.current ?? event.clientY);
    start.current = null;
    wasDragged.current = Math.abs(way) >= dragPixels;
    const next = heights[heights.indexOf(height) + (way < 0 ? 1 : -1)];
    if (wasDragged.current && next !== undefined) onChange(next);
  }

  return (
    <button
      type="button"
      className={styles.grip}
      aria-label={height === 'tall' ? 'Make the panel lower' : 'Make the panel taller'}
      onPointerDown={handleDown}
      onPointerUp={handleUp}
      onClick={() => {
        // The browser also fires a click at the end of a drag.
        if (!wasDragged.current) onChange(height === 'half' ? 'tall' : 'half');
        wasDragged.current = false;
      }}
    />
  );
}

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

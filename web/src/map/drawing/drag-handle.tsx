import type { Map as MapLibreMap } from 'maplibre-gl';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '../../ui/style/class-names.ts';
import type { LngLat } from '../places.ts';
import styles from './drawing.module.css';

interface DragHandleProps {
  map: MapLibreMap;
  label: string;
  position: LngLat;
  className?: string | undefined;
  /** The element's id, by which the focus is moved to it. */
  id?: string;
  onMove: (to: LngLat) => void;
  /** Is called when it is released after a move. */
  onDrop: (to: LngLat) => void;
  onGiveUp: () => void;
  /** Is called when it is pressed without being moved. */
  onPress?: () => void;
  onRemove?: () => void;
  children?: ReactNode;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The distance of one arrow key press. With Shift it is larger. */
const keyStepPixels = 4;
const longKeyStepPixels = 24;
/** A press that moves less than this is not a drag. */
const dragTolerancePixels = 3;

const arrows: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where a handle is shown while it is moved, in pixels of the map, and where it is left. */
function useMovedPoint({ map, position, onMove, onDrop }: DragHandleProps) {
  /** Its place during a move, or null. It is a ref, because events come between renderings. */
  const moved = useRef<Point | null>(null);
  const [shown, setShown] = useState<Point | null>(null);
  const placed = map.project([...position]);

  const groundAt = (point: Point): LngLat => {
    const { lng, lat } = map.unproject([point.x, point.y]);
    return [lng, lat];
  };
  const place = (point: Point | null) => {
    moved.current = point;
    setShown(point);
  };
  const move = (point: Point) => {
    place(point);
    onMove(groundAt(point));
  };
  const drop = () => {
    const last = moved.current;
    place(null);
    if (last !== null) onDrop(groundAt(last));
  };
  return { shown: shown ?? placed, placed, moved, place, move, drop };
}

/** Moves a handle by the pointer and by keys. */
function useDragging(props: DragHandleProps) {
  const { onGiveUp, onPress, onRemove } = props;
  const pointerStart = useRef<Point | null>(null);
  const { shown, placed, moved, place, move, drop } = useMovedPoint(props);

  const onPointerDown = (event: PointerEvent) => {
    if (!event.isPrimary || event.button > 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointerStart.current = { x: event.clientX, y: event.clientY };
  };
  const onPointerMove = (event: PointerEvent) => {
    const start = pointerStart.current;
    if (start === null) return;
    const [right, down] = [event.clientX - start.x, event.clientY - start.y];
    if (moved.current === null && Math.hypot(right, down) < dragTolerancePixels) return;
    move({ x: placed.x + right, y: placed.y + down });
  };
  const onPointerUp = () => {
    if (pointerStart.current === null) return;
    pointerStart.current = null;
    if (moved.current === null) onPress?.();
    else drop();
  };
  const giveUp = () => {
    pointerStart.current = null;
    place(null);
    onGiveUp();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (arrow) {
      const step = event.shiftKey ? longKeyStepPixels : keyStepPixels;
      const from = moved.current ?? placed;
      move({ x: from.x + arrow[0] * step, y: from.y + arrow[1] * step });
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && onRemove) onRemove();
    else if ((event.key === 'Enter' || event.key === ' ') && onPress) onPress();
    else if (event.key === 'Escape' && moved.current !== null) giveUp();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Holding a key moves the handle repeatedly. This is one edit, which ends when the key is
  // released.
  const onKeyUp = (event: KeyboardEvent) => {
    if (arrows[event.key]) drop();
  };

  return {
    shown,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: giveUp,
      onKeyDown,
      onKeyUp,
      onBlur: drop,
    },
  };
}

/** A button at a place on the map that can be moved to another place. */
export function DragHandle(props: DragHandleProps) {
  const { label, className, id, children } = props;
  const { shown, handlers } = useDragging(props);
  return (
    <button
      type="button"
      className={classNames(styles.handle, className)}
      style={{ transform: `translate(${shown.x}px, ${shown.y}px)` }}
      aria-label={label}
      data-corner={id}
      {...handlers}
    >
      {children}
    </button>
  );
}

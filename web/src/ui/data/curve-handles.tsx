import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useImperativeHandle,
  useRef,
} from 'react';
import styles from './curve.module.css';
import { numberText } from './number-text.ts';

/** A number of the data, and a value. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface HandleName {
  readonly id: string;
  readonly name: string;
}

/** What is drawn under the handles, as far as it tells their places. */
interface HandleDrawing {
  readonly points: readonly Place[];
  readonly handles?: readonly Place[];
}

interface CurveHandlesProps {
  ref: Ref<{ place(drawing: HandleDrawing): void }>;
  handles: readonly HandleName[];
  /** The axis of values runs from −limit to limit. */
  limit: number;
  onDrag: (id: string, place: Place) => void;
  onDragEnd: (() => void) | undefined;
}

/** How far an arrow key moves a handle, as a share of the numbers and of the values. */
const keyShare = { x: 1 / 100, y: 1 / 25 };
const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowDown: [0, -1],
  ArrowUp: [0, 1],
};

/**
 * Handles over a curve, which are dragged with the pointer or moved with the arrow keys. They are placed
 * without rendering, as the curve is drawn.
 */
export function CurveHandles({ ref, handles, limit, onDrag, onDragEnd }: CurveHandlesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<HandleDrawing>({ points: [] });
  useImperativeHandle(ref, () => ({ place }));

  function extent() {
    const { points } = drawn.current;
    const start = points[0]?.x ?? 0;
    return { start, span: (points.at(-1)?.x ?? 0) - start || 1 };
  }

  function place(drawing: HandleDrawing): void {
    drawn.current = drawing;
    const { start, span } = extent();
    for (const [index, { x, y }] of (drawing.handles ?? []).entries()) {
      const button = frame.current?.children[index];
      if (!(button instanceof HTMLElement)) continue;
      button.style.insetInlineStart = `${100 * inside((x - start) / span)}%`;
      button.style.insetBlockStart = `${100 * inside((limit - y) / (2 * limit))}%`;
      const name = handles[index]?.name ?? '';
      button.setAttribute('aria-label', `${name}: value ${numberText(y)} at ${numberText(x)}`);
    }
  }

  function drag(event: PointerEvent, id: string): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !frame.current) return;
    const box = frame.current.getBoundingClientRect();
    const { start, span } = extent();
    onDrag(id, {
      x: start + span * inside((event.clientX - box.left) / box.width),
      y: limit - 2 * limit * inside((event.clientY - box.top) / box.height),
    });
  }

  function step(event: KeyboardEvent, id: string, index: number): void {
    const direction = directions[event.key];
    const at = drawn.current.handles?.[index];
    if (!direction || !at) return;
    event.preventDefault();
    const [right, up] = direction;
    const { span } = extent();
    onDrag(id, { x: at.x + right * span * keyShare.x, y: at.y + up * 2 * limit * keyShare.y });
    onDragEnd?.();
  }

  return (
    <div ref={frame} className={styles.handles}>
      {handles.map(({ id, name }, index) => (
        <button
          key={id}
          type="button"
          className={styles.handle}
          aria-label={name}
          aria-roledescription="handle"
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => drag(event, id)}
          onPointerUp={onDragEnd}
          onKeyDown={(event) => step(event, id, index)}
        />
      ))}
    </div>
  );
}

const inside = (share: number) => Math.min(1, Math.max(0, share));

import { MoveHorizontal } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { Icon } from '../../ui/media/icon.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import styles from './compare-swipe.module.css';

/** What one side of the line shows. */
interface Side {
  readonly title: string;
  /** Such as a date. */
  readonly detail: string;
}

interface CompareSwipeProps {
  /** The position of the line as a share of the map's width, 0 to 1. */
  share: number;
  onChange: (share: number) => void;
  left: Side;
  right: Side;
}

const step = 0.02;
const bigStep = 0.1;

/** The line between two pictures on the map, which is dragged or moved with the arrow keys. */
export function CompareSwipe({ share, onChange, left, right }: CompareSwipeProps) {
  const frame = useRef<HTMLDivElement>(null);
  const percent = Math.round(share * 100);
  const moveTo = (next: number) => onChange(Math.min(1, Math.max(0, next)));

  function handleKey(event: KeyboardEvent): void {
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: share - step,
      ArrowDown: share - step,
      ArrowRight: share + step,
      ArrowUp: share + step,
      PageDown: share - bigStep,
      PageUp: share + bigStep,
      Home: 0,
      End: 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    moveTo(target);
  }

  function handleMove(event: PointerEvent): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !frame.current) return;
    const { left: start, width } = frame.current.getBoundingClientRect();
    moveTo((event.clientX - start) / width);
  }

  return (
    <div ref={frame} className={styles.frame} style={{ '--share': share }}>
      <div className={styles.line} />
      <SideLabel className={styles.left} side={left} />
      <SideLabel className={styles.right} side={right} />
      <div
        className={styles.knob}
        role="slider"
        tabIndex={0}
        aria-label={`Compare ${left.title.toLowerCase()} and ${right.title.toLowerCase()}`}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent} % of the map shows ${left.title.toLowerCase()}`}
        onKeyDown={handleKey}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={handleMove}
      >
        <Icon of={MoveHorizontal} size="sm" />
      </div>
    </div>
  );
}

/** Tells what is shown on one side of the line. It is hidden where that side is too narrow for it. */
function SideLabel({ className, side }: { className: string | undefined; side: Side }) {
  return (
    <div className={classNames(styles.side, className)}>
      <span className={styles.label}>
        {side.title}
        {side.detail !== '' && (
          <span className={styles.detail}>
            <span className={styles.separator}> · </span>
            {side.detail}
          </span>
        )}
      </span>
    </div>
  );
}

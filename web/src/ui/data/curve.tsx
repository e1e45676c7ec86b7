import { type Ref, useCallback, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { classNames } from '../style/class-names.ts';
import chart from './chart.module.css';
import styles from './curve.module.css';
import { CurveHandles, type HandleName, type Place } from './curve-handles.tsx';
import { numberText } from './number-text.ts';

export interface CurvePoint {
  readonly x: number;
  /** The value to draw, within the axis. */
  readonly y: number;
  /** Whether the true value is outside of the axis. */
  readonly isCut: boolean;
}

export interface CurveDrawing {
  /** The points from left to right. */
  readonly points: readonly CurvePoint[];
  /** The position of a step, where the line is vertical. */
  readonly jumpAt?: number | undefined;
  /** Whether only the line is drawn, because handles mark its places. Default false. */
  readonly isPlain?: boolean;
  /** Where the handles are, in the order of the property `handles`. */
  readonly handles?: readonly Place[];
}

/** Draws another curve without rendering, as often as a slider moves. */
export interface CurveHandle {
  draw(drawing: CurveDrawing): void;
}

interface CurveProps {
  ref?: Ref<CurveHandle>;
  /** Describes the curve to screen readers. The values at its ends are added. */
  label: string;
  /** The drawing that is shown after each render, until the handle draws another one. */
  drawing: CurveDrawing;
  /** The axis runs from −limit to limit. */
  limit: number;
  /** Marks on the axis, between its ends. */
  ticks: readonly number[];
  /** Returns the CSS colour of a value, for an axis in the palette's colours. */
  colourOf?: ((value: number) => string) | undefined;
  handles?: readonly HandleName[];
  /** Is called while a handle is dragged, or moved by arrow keys. */
  onDrag?: (id: string, place: Place) => void;
  onDragEnd?: () => void;
}

const colourStops = 24;

/** Draws a function as a line through its points. Points outside of the axis are marked. */
export function Curve(props: CurveProps) {
  const { ref, label, drawing, limit, ticks, colourOf, handles, onDrag, onDragEnd } = props;
  const placed = useRef<{ place(drawing: CurveDrawing): void }>(null);
  const figure = useRef<HTMLElement>(null);
  const line = useRef<SVGPolylineElement>(null);
  const inner = useRef<SVGPathElement>(null);
  const cut = useRef<SVGPathElement>(null);
  const note = useRef<HTMLSpanElement>(null);
  const draw = useCallback(
    (next: CurveDrawing) => {
      const texts = textsOf(next, limit);
      figure.current?.setAttribute('aria-label', `${label}, ${texts.ends}`);
      line.current?.setAttribute('points', texts.line);
      inner.current?.setAttribute('d', texts.innerDots);
      cut.current?.setAttribute('d', texts.cutDots);
      if (note.current) note.current.textContent = texts.note;
      placed.current?.place(next);
    },
    [label, limit],
  );
  useLayoutEffect(() => draw(drawing), [draw, drawing]);
  useImperativeHandle(ref, () => ({ draw }), [draw]);

  const [first, last] = [drawing.points[0], drawing.points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const chartOfCurve = (
    <figure ref={figure} className={classNames(chart.chart, styles.curve)} role="img">
      <Axis limit={limit} ticks={ticks} colourOf={colourOf} />
      <svg
        className={styles.plot}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {ticks.map((tick) => (
          <line
            key={tick}
            className={tick === 0 ? styles.zero : styles.grid}
            x1={0}
            x2={100}
            y1={percentDown(tick, limit)}
            y2={percentDown(tick, limit)}
          />
        ))}
        <polyline ref={line} className={styles.line} />
        <path ref={inner} className={styles.point} />
        <path ref={cut} className={styles.cut} />
      </svg>
      <span className={chart.ends} aria-hidden="true">
        <span>{numberText(first.x)}</span>
        <span ref={note} className={styles.note} />
        <span>{numberText(last.x)}</span>
      </span>
    </figure>
  );
  if (!handles || !onDrag) return chartOfCurve;
  return (
    <div className={styles.draggable}>
      {chartOfCurve}
      <CurveHandles
        ref={placed}
        handles={handles}
        limit={limit}
        onDrag={onDrag}
        onDragEnd={onDragEnd}
      />
    </div>
  );
}

/** The axis of values, with the colour of each. */
function Axis({ limit, ticks, colourOf }: Pick<CurveProps, 'limit' | 'ticks' | 'colourOf'>) {
  return (
    <span className={styles.axis} aria-hidden="true">
      {ticks.map((tick) => (
        <span
          key={tick}
          className={styles.tick}
          style={{ insetBlockStart: `${percentDown(tick, limit)}%` }}
        >
          {numberText(tick)}
        </span>
      ))}
      <span
        className={styles.palette}
        style={colourOf && { backgroundImage: gradient(colourOf, limit) }}
      />
    </span>
  );
}

/** How far below the upper end of the axis a value is drawn. */
function percentDown(value: number, limit: number): number {
  return ((limit - value) / (2 * limit)) * 100;
}

/** All texts and paths of a figure that depend on its points. */
function textsOf({ points, jumpAt, isPlain = false }: CurveDrawing, limit: number) {
  const [first, last] = [points[0], points.at(-1)];
  const start = first?.x ?? 0;
  const span = (last?.x ?? 0) - start || 1;
  const place = (x: number, y: number) => [((x - start) / span) * 100, percentDown(y, limit)];
  const line = points.flatMap(({ x, y }, index) => {
    const next = points[index + 1];
    const jumps = jumpAt !== undefined && next !== undefined && x <= jumpAt && jumpAt < next.x;
    return jumps ? [place(x, y), place(jumpAt, y), place(jumpAt, next.y)] : [place(x, y)];
  });
  // Lines of length zero are drawn as dots, which stay round when the drawing is stretched.
  const dots = (drawn: readonly CurvePoint[]) =>
    drawn.map(({ x, y }) => `M ${place(x, y).join(' ')} h 0`).join(' ');
  const cut = points.filter(({ isCut }) => isCut);
  const ends = [first, last].map((end) =>
    end ? `${end.isCut ? 'beyond ' : ''}${numberText(end.y)} at ${numberText(end.x)}` : '',
  );
  return {
    line: line.map((each) => each.join()).join(' '),
    innerDots: isPlain ? '' : dots(points.filter(({ isCut }) => !isCut)),
    cutDots: dots(cut),
    note:
      cut.length > 0 && !isPlain
        ? `${cut.length} of ${points.length} points lie beyond ±${limit}`
        : '',
    ends: `from ${ends.join(' to ')}`,
  };
}

function gradient(colourOf: (value: number) => string, limit: number): string {
  const stops = Array.from({ length: colourStops + 1 }, (_, index) =>
    colourOf(limit - (2 * limit * index) / colourStops),
  );
  return `linear-gradient(${stops.join(',')})`;
}

import chart from './chart.module.css';
import { classNames } from './class-names.ts';
import styles from './curve.module.css';
import { numberText } from './number-text.ts';

export interface CurvePoint {
  readonly x: number;
  /** The value to draw, within the axis. */
  readonly y: number;
  /** Whether the true value is outside of the axis. */
  readonly isCut: boolean;
}

interface CurveProps {
  /** Describes the curve to screen readers. The values at its ends are added. */
  label: string;
  /** From left to right. */
  points: readonly CurvePoint[];
  /** The axis runs from −limit to limit. */
  limit: number;
  /** The position of a step, where the line is vertical. */
  jumpAt?: number | undefined;
  /** Marks on the axis, between its ends. */
  ticks: readonly number[];
  /** Returns the CSS colour of a value, for an axis in the palette's colours. */
  colourOf?: ((value: number) => string) | undefined;
}

const colourStops = 24;

/** Draws a function as a line through its points. Points outside of the axis are marked. */
export function Curve({ label, points, limit, jumpAt, ticks, colourOf }: CurveProps) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const span = last.x - first.x || 1;
  const across = (x: number) => ((x - first.x) / span) * 100;
  const down = (y: number) => ((limit - y) / (2 * limit)) * 100;
  const cut = points.filter(({ isCut }) => isCut);
  return (
    <figure className={classNames(chart.chart, styles.curve)} role="img" aria-label={spoken()}>
      <span className={styles.axis} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} className={styles.tick} style={{ insetBlockStart: `${down(tick)}%` }}>
            {numberText(tick)}
          </span>
        ))}
        <span
          className={styles.palette}
          style={colourOf && { backgroundImage: gradient(colourOf, limit) }}
        />
      </span>
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
            y1={down(tick)}
            y2={down(tick)}
          />
        ))}
        <polyline className={styles.line} points={linePoints()} />
        {/* Lines of length zero are drawn as dots, which stay round when the drawing is stretched. */}
        <path className={styles.point} d={dots(points.filter(({ isCut }) => !isCut))} />
        <path className={styles.cut} d={dots(cut)} />
      </svg>
      <span className={chart.ends} aria-hidden="true">
        <span>{numberText(first.x)}</span>
        {cut.length > 0 && (
          <span className={styles.note}>
            {cut.length} of {points.length} points lie beyond ±{limit}
          </span>
        )}
        <span>{numberText(last.x)}</span>
      </span>
    </figure>
  );

  function dots(drawn: readonly CurvePoint[]): string {
    return drawn.map(({ x, y }) => `M ${across(x)} ${down(y)} h 0`).join(' ');
  }

  function linePoints(): string {
    const places = points.flatMap(({ x, y }, index) => {
      const next = points[index + 1];
      const jumps = jumpAt !== undefined && next !== undefined && x <= jumpAt && jumpAt < next.x;
      return jumps
        ? [
            [x, y],
            [jumpAt, y],
            [jumpAt, next.y],
          ]
        : [[x, y]];
    });
    return places.map(([x, y]) => `${across(x!)},${down(y!)}`).join(' ');
  }

  function spoken(): string {
    const ends = [first, last].map(
      (end) => `${end!.isCut ? 'beyond ' : ''}${numberText(end!.y)} at ${numberText(end!.x)}`,
    );
    return `${label}, from ${ends.join(' to ')}`;
  }
}

function gradient(colourOf: (value: number) => string, limit: number): string {
  const stops = Array.from({ length: colourStops + 1 }, (_, index) =>
    colourOf(limit - (2 * limit * index) / colourStops),
  );
  return `linear-gradient(${stops.join(',')})`;
}

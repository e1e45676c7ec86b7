import { classNames } from '../style/class-names.ts';
import chart from './chart.module.css';
import styles from './histogram.module.css';
import { numberText } from './number-text.ts';

interface HistogramProps {
  /** Describes to screen readers what is counted. */
  label: string;
  /** The counts of numbers in equal steps from `min` to `max`. */
  counts: readonly number[];
  min: number;
  max: number;
  /** Whether it names the numbers at its ends, which a curve above it may do. Default true. */
  hasAxis?: boolean;
}

/** The largest number of bars that can be told apart. */
const mostBars = 64;

/**
 * Shows how often numbers occur, as bars. Heights are proportional to the square root of the
 * counts. Otherwise one number that fills half of a raster would make all other bars flat.
 */
export function Histogram({ label, counts, min, max, hasAxis = true }: HistogramProps) {
  const bars = joinedCounts(counts, mostBars);
  const highest = Math.max(1, ...bars);
  const most = bars.indexOf(highest);
  const middle = min + ((most + 0.5) / bars.length) * (max - min);
  return (
    <figure
      className={classNames(chart.chart, styles.histogram)}
      role="img"
      aria-label={`${label}, from ${numberText(min)} to ${numberText(max)}, most of them about ${numberText(middle)}`}
    >
      <span className={chart.unit} />
      <svg
        className={styles.bars}
        viewBox={`0 0 ${bars.length} 1`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map((count, index) => {
          const height = Math.sqrt(count / highest);
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          return <rect key={index} x={index} y={1 - height} width={1} height={height} />;
        })}
      </svg>
      {hasAxis && (
        <span className={chart.ends} aria-hidden="true">
          <span>{numberText(min)}</span>
          <span>{numberText(max)}</span>
        </span>
      )}
    </figure>
  );
}

/** Adds neighbouring counts, so that at most `most` are left. */
export function joinedCounts(counts: readonly number[], most: number): readonly number[] {
  const joined = Array.from({ length: Math.min(most, counts.length) }, () => 0);
  for (const [index, count] of counts.entries()) {
    const place = Math.floor((index * joined.length) / counts.length);
    joined[place] += count;
  }
  return joined;
}

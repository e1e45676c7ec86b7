import type { ReactNode } from 'react';
import styles from './legend.module.css';

interface LegendProps {
  /** What the colours stand for. */
  title?: string;
  children: ReactNode;
}

/** A legend of a map's colours. */
export function Legend({ title, children }: LegendProps) {
  return (
    <figure className={styles.legend}>
      {title !== undefined && <figcaption className={styles.title}>{title}</figcaption>}
      {children}
    </figure>
  );
}

interface LegendRampProps {
  /** CSS colours, evenly spaced, from the least to the most. */
  colours: readonly string[];
  /** Words or numbers below it, evenly spaced. */
  labels: readonly string[];
}

/** A continuous colour ramp. */
export function LegendRamp({ colours, labels }: LegendRampProps) {
  return (
    <div className={styles.ramp}>
      <span
        className={styles.bar}
        style={{ backgroundImage: `linear-gradient(to right, ${colours.join(',')})` }}
      />
      <span className={styles.labels}>
        {labels.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </span>
    </div>
  );
}

interface LegendEntryProps {
  /** A CSS colour. */
  colour: string;
  children: ReactNode;
}

/** A list of colours with one meaning each. */
export function LegendList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

/** One colour of a legend, with its meaning. */
export function LegendEntry({ colour, children }: LegendEntryProps) {
  return (
    <li className={styles.entry}>
      <span className={styles.swatch} style={{ background: colour }} />
      <span className={styles.words}>{children}</span>
    </li>
  );
}

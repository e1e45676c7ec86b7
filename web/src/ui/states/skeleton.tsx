import type { ReactNode } from 'react';
import { VisuallyHidden } from 'react-aria-components';
import { classNames } from '../style/class-names.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** `line` is one line of text, `block` a picture or card, `circle` a photo. Default `line`. */
  shape?: 'line' | 'block' | 'circle';
  /** The share of the available width, 0 to 1. Default 1. A circle has its own size. */
  share?: number;
}

/** A placeholder for content of known size while it loads. */
export function Skeleton({ shape = 'line', share = 1 }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.skeleton, styles[shape])}
      style={shape === 'circle' ? undefined : { inlineSize: `${share * 100}%` }}
    />
  );
}

/** Announces once to screen readers what the skeletons inside stand for. */
export function SkeletonGroup({
  label = 'Loading',
  children,
}: {
  label?: string;
  children: ReactNode;
}) {
  return (
    <div className={styles.group} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </div>
  );
}

import type { ComponentType, ReactNode } from 'react';
import { classNames } from '../../ui/style/class-names.ts';
import { SmallHeading, Text } from '../../ui/style/typography.tsx';
import utilities from '../../ui/style/utilities.module.css';
import styles from './sample.module.css';

/** A part of the guide, about one component or a few that belong together. */
export interface GuideSection {
  id: string;
  title: string;
  Component: ComponentType;
  /** The anchors inside the section. */
  parts?: readonly { id: string; title: string }[];
}

interface SampleProps {
  title: string;
  /** How the component is used, where the sample does not show it. */
  note?: string;
  /** Whether it takes the whole row of the guide. */
  wide?: boolean;
  /** Whether its content is side by side. */
  isRow?: boolean;
  children: ReactNode;
}

/** One state, size or variant of a component, live. */
export function Sample({ title, note, wide, isRow, children }: SampleProps) {
  return (
    <div className={classNames(styles.sample, wide && styles.wide)}>
      <div className={styles.caption}>
        <SmallHeading level={3}>{title}</SmallHeading>
        {note !== undefined && (
          <Text number={3} tone="faint">
            {note}
          </Text>
        )}
      </div>
      <div className={isRow ? utilities.cluster : styles.stage}>{children}</div>
    </div>
  );
}

/** The samples of a section, in as many columns as there is room for. */
export function Samples({ children }: { children: ReactNode }) {
  return <div className={styles.samples}>{children}</div>;
}

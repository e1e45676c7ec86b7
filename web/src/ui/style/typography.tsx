import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './typography.module.css';

interface HeadingProps {
  /** The level in the page's outline, h1 to h5. */
  level: 1 | 2 | 3 | 4 | 5;
  /** The visual level, if it differs from `level`. `display` is for a hero. */
  visualLevel?: 1 | 2 | 3 | 4 | 5 | 'display';
  id?: string;
  children: ReactNode;
}

const headingStyles = {
  display: styles.display,
  1: styles.heading1,
  2: styles.heading2,
  3: styles.heading3,
  4: styles.heading4,
  5: styles.heading5,
};

/** A heading, levels 1 to 5. */
export function Heading({ level, visualLevel = level, id, children }: HeadingProps) {
  const Tag = `h${level}` as const;
  return (
    <Tag id={id} className={classNames(styles.heading, headingStyles[visualLevel])}>
      {children}
    </Tag>
  );
}

type SizedHeadingProps = Omit<HeadingProps, 'visualLevel'>;

/** The heading of a part of a page or a dialog, which looks the same on every level. */
export function PartHeading(props: SizedHeadingProps) {
  return <Heading {...props} visualLevel={4} />;
}

/** The heading of a small part, such as of a row or a section of a panel. */
export function SmallHeading(props: SizedHeadingProps) {
  return <Heading {...props} visualLevel={5} />;
}

interface TextProps {
  /** The size: 1 is body text, 2 is small, 3 is for notes. Default 1. */
  number?: 1 | 2 | 3;
  /** Default `normal`. `soft` is less prominent, and `faint` is for text that may be overlooked. */
  tone?: 'normal' | 'soft' | 'faint' | 'inherit';
  /** Whether it is an introductory paragraph under a large heading. */
  lead?: boolean;
  as?: 'p' | 'span' | 'div';
  children: ReactNode;
}

const textSizes = { 1: styles.text1, 2: styles.text2, 3: styles.text3 };

/** Running text in one of three sizes. */
export function Text({ number = 1, tone = 'normal', lead, as: Tag = 'p', children }: TextProps) {
  return (
    <Tag className={classNames(styles.text, textSizes[number], styles[tone], lead && styles.lead)}>
      {children}
    </Tag>
  );
}

/** A text that steps back: a note on what stands beside it, a count, or a word of help. */
export function SideNote({ number = 3, children }: Pick<TextProps, 'number' | 'children'>) {
  return (
    <Text number={number} tone="soft">
      {children}
    </Text>
  );
}

interface SpanProps {
  /** The colour. Default `normal`, which is that of the text around it. */
  tone?: 'normal' | 'soft' | 'faint' | 'brand' | 'accent' | 'danger';
  /** The weight. Default `normal`, which is that of the text around it. */
  weight?: 'normal' | 'medium' | 'strong';
  /** Gives all digits one width, so that changing numbers and columns stay aligned. */
  tabular?: boolean;
  children: ReactNode;
}

const spanTones = {
  normal: undefined,
  soft: styles.soft,
  faint: styles.faint,
  brand: styles.brand,
  accent: styles.accent,
  danger: styles.danger,
};

/** A few words within a text with a style of their own. */
export function Span({ tone = 'normal', weight = 'normal', tabular, children }: SpanProps) {
  return (
    <span
      className={classNames(
        spanTones[tone],
        weight !== 'normal' && styles[weight],
        tabular && styles.tabular,
      )}
    >
      {children}
    </span>
  );
}

import type { ReactNode } from 'react';
import { classNames } from '../style/class-names.ts';
import { Heading, Text } from '../style/typography.tsx';
import styles from './hero.module.css';

interface HeroProps {
  title: ReactNode;
  lead: ReactNode;
  /** Buttons for a dark ground. */
  actions: ReactNode;
  picture: ReactNode;
  /** The place of the picture: beside the text, or at the hero's lower edge. Default `beside`. */
  layout?: 'beside' | 'foot';
  /** Content below both, over the full width. */
  children?: ReactNode;
}

/** The dark head of a landing page, with the page's first heading. */
export function Hero({ title, lead, actions, picture, layout = 'beside', children }: HeroProps) {
  return (
    <section className={styles.hero}>
      <div className={styles.contours} />
      <div className={classNames(styles.inner, styles[layout])}>
        <div className={styles.words}>
          <Heading level={1} visualLevel="display">
            {title}
          </Heading>
          <Text lead tone="inherit">
            {lead}
          </Text>
          <div className={styles.actions}>{actions}</div>
        </div>
        {picture}
      </div>
      {children}
    </section>
  );
}

import type { ReactNode } from 'react';
import { ButtonLink } from '../actions/button.tsx';
import { Heading, Text } from '../style/typography.tsx';
import styles from './beta-promo.module.css';

/** Invites to beta testing. The page that it leads to asks visitors to make an account first. */
export function BetaPromo({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.promo}>
      <div className={styles.words}>
        <Heading level={2}>{title}</Heading>
        <Text tone="inherit">{children}</Text>
      </div>
      <div className={styles.actions}>
        <ButtonLink
          href="/betatesting#learnmore"
          size="lg"
          kind="quietOnDeep"
          aria-label="Learn More about beta testing"
        >
          Learn More
        </ButtonLink>
        <ButtonLink
          href="/betatesting#signup"
          size="lg"
          kind="onDeep"
          aria-label="Sign Up for beta testing"
        >
          Sign Up
        </ButtonLink>
      </div>
    </section>
  );
}

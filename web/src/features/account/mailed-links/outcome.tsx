import type { ReactNode } from 'react';
import { Page } from '../../../ui/layout/page.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import styles from './outcome.module.css';

/** A page that tells the outcome of a mailed link. Screen readers announce each change of it. */
export function OutcomePage({ children }: { children: ReactNode }) {
  return (
    <Page width="narrow">
      <div className={styles.outcome} aria-live="polite">
        {children}
      </div>
    </Page>
  );
}

/** The page while the outcome is not known yet. */
export function OutcomePending({ title }: { title: string }) {
  return (
    <>
      <span className={styles.waiting}>
        <Spinner size="lg" label="" />
      </span>
      <Heading level={1} look={3}>
        {title}
      </Heading>
    </>
  );
}

interface OutcomeProps {
  title: string;
  text: ReactNode;
  /** What to do next. */
  action?: ReactNode;
}

/** The outcome of a mailed link. */
export function Outcome({ title, text, action }: OutcomeProps) {
  return (
    <>
      <Heading level={1}>{title}</Heading>
      <Text tone="soft">{text}</Text>
      {action}
    </>
  );
}

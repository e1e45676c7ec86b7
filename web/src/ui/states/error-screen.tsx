import { messages } from '@refugia/contract/messages.ts';
import { Compass, LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../actions/button.tsx';
import { Icon } from '../media/icon.tsx';
import { Heading, Text } from '../style/typography.tsx';
import styles from './error-screen.module.css';

interface ErrorScreenProps {
  code: 401 | 404;
  /** The user to whose profile the way back leads. For visitors it leads to the landing page. */
  username: string | null;
  children?: ReactNode;
}

/** Shown in place of a page that does not exist, or that this visitor may not see. */
export function ErrorScreen({ code, username, children }: ErrorScreenProps) {
  return (
    <div className={styles.screen}>
      <span className={styles.icon}>
        <Icon of={code === 401 ? LockKeyhole : Compass} size="lg" />
      </span>
      {code === 401 ? (
        <>
          <Heading level={1}>Error</Heading>
          <Text tone="soft">Error Code: 401</Text>
          <Text>{messages.notAuthenticated}</Text>
        </>
      ) : (
        <>
          <Heading level={1}>Error Code: 404</Heading>
          <Text>{messages.notFound}</Text>
        </>
      )}
      {username === null ? (
        <ButtonLink href="/landing">Return To Landing</ButtonLink>
      ) : (
        <ButtonLink href={`/profile/${encodeURIComponent(username)}`}>Return To Profile</ButtonLink>
      )}
      {children}
    </div>
  );
}

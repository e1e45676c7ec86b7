import { LogIn, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useModalAddress } from '../../lib/modal-address.ts';
import { Button } from '../actions/button.tsx';
import { Icon } from '../media/icon.tsx';
import { Heading, Text } from '../style/typography.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  headingLevel?: 1 | 2 | 3;
  actions?: ReactNode;
  children?: ReactNode;
}

/** Shown in place of missing content. It says how to add some. */
export function EmptyState({ icon, title, headingLevel = 2, actions, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon of={icon} size="lg" />
      </span>
      <Heading level={headingLevel} visualLevel={3}>
        {title}
      </Heading>
      {children && (
        <Text tone="soft" as="div">
          {children}
        </Text>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

/** Is shown to visitors in place of personal content, with a way to log in. */
export function LogInInvitation({ title }: { title: string }) {
  const { openModal } = useModalAddress();
  return (
    <EmptyState
      icon={LogIn}
      title={title}
      actions={
        <>
          <Button onPress={() => openModal('login')}>Log In</Button>
          <Button kind="secondary" onPress={() => openModal('signup')}>
            Sign Up
          </Button>
        </>
      }
    />
  );
}

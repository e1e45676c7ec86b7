import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { TryAgain } from '../actions/button.tsx';
import { Icon } from '../media/icon.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './notice.module.css';

export type NoticeType = 'error' | 'message' | 'success' | 'warning';

interface NoticeProps {
  type?: NoticeType;
  /** Makes screen readers announce it when it appears. Set it when the notice answers an action. */
  isAnnounced?: boolean;
  children: ReactNode;
}

export const noticeIcons: Readonly<Record<NoticeType, LucideIcon>> = {
  error: CircleAlert,
  message: Info,
  success: CircleCheck,
  warning: TriangleAlert,
};

/** What is wrong after an action, announced to screen readers; nothing where nothing is wrong. */
export function Fault({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Notice type="error" isAnnounced>
      {children}
    </Notice>
  );
}

/** A message that stays beside its subject, unlike a toast, which disappears. */
export function Notice({ type = 'message', isAnnounced = false, children }: NoticeProps) {
  return (
    <div
      className={classNames(styles.notice, styles[type])}
      role={isAnnounced ? 'alert' : undefined}
    >
      <Icon of={noticeIcons[type]} />
      <div className={styles.words}>{children}</div>
    </div>
  );
}

/** Says what could not be loaded, with a button in the text that tries again. */
export function RetryNotice({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <Notice type="error">
      {children} <TryAgain onPress={onRetry} />
    </Notice>
  );
}

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../media/icon.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './notice.module.css';

interface NoticeProps {
  /** Default `message`. */
  type?: 'error' | 'message' | 'success' | 'warning';
  /** Makes screen readers announce it when it appears. Set it when the notice answers an action. */
  isAnnounced?: boolean;
  children: ReactNode;
}

const icons = { error: CircleAlert, message: Info, success: CircleCheck, warning: TriangleAlert };

/** A message that stays beside its subject, unlike a toast, which disappears. */
export function Notice({ type = 'message', isAnnounced = false, children }: NoticeProps) {
  return (
    <div
      className={classNames(styles.notice, styles[type])}
      role={isAnnounced ? 'alert' : undefined}
    >
      <Icon of={icons[type]} />
      <div className={styles.words}>{children}</div>
    </div>
  );
}

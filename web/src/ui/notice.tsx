import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  /** Default `message`. */
  type?: 'error' | 'message' | 'success' | 'warning';
  /** Said by screen readers as soon as it appears. Set it when the notice answers an action. */
  isAnnounced?: boolean;
  children: ReactNode;
}

const icons = { error: CircleAlert, message: Info, success: CircleCheck, warning: TriangleAlert };

/** A sentence that stays where it is about, unlike a toast, which passes. */
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

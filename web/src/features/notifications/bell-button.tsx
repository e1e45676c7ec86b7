import { Bell as BellIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { Icon } from '../../ui/media/icon.tsx';
import styles from './bell.module.css';

const mostShown = 99;

/** The bell with the number of what is unread. */
export function BellButton({
  unread,
  ...button
}: { unread: number } & ComponentProps<typeof Button>) {
  return (
    <Button
      {...button}
      kind="text"
      aria-label={unread === 0 ? 'What is new' : `What is new, ${unread} unread`}
      icon={
        <span className={styles.bell}>
          <Icon of={BellIcon} />
          {unread > 0 && (
            <span className={styles.count} aria-hidden="true">
              {unread > mostShown ? `${mostShown}+` : unread}
            </span>
          )}
        </span>
      }
    />
  );
}

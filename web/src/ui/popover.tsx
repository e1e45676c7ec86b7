import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import {
  Heading as AriaHeading,
  Popover as AriaPopover,
  Dialog,
  DialogTrigger,
} from 'react-aria-components';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './popover.module.css';

interface PopoverProps {
  title: string;
  /** The button that opens it. */
  trigger: ReactElement;
  /**
   * The preferred side of the button. The other side is used when there is no room. Default
   * `bottom`.
   */
  placement?: 'top' | 'bottom' | 'start' | 'end';
  children: ReactNode;
}

/**
 * Additional information beside the button that opens it. Escape and a press elsewhere close it.
 */
export function Popover({ title, trigger, placement = 'bottom', children }: PopoverProps) {
  return (
    <DialogTrigger>
      {trigger}
      <AriaPopover className={styles.popover!} placement={placement} offset={8}>
        <Dialog className={styles.dialog!}>
          {({ close }) => (
            <>
              <header className={styles.header}>
                <AriaHeading slot="title" level={2} className={styles.title!}>
                  {title}
                </AriaHeading>
                <Button
                  kind="text"
                  size="sm"
                  aria-label="Close"
                  icon={<Icon of={X} size="sm" />}
                  onPress={close}
                />
              </header>
              <div className={styles.body}>{children}</div>
            </>
          )}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}

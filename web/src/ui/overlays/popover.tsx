import { X } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import {
  Heading as AriaHeading,
  Popover as AriaPopover,
  Dialog,
  DialogTrigger,
} from 'react-aria-components';
import { TextButton } from '../actions/button.tsx';
import styles from './popover.module.css';

interface PopoverProps {
  title: string;
  trigger: ReactElement;
  /** The preferred side of the button, where there is room. Default `bottom`. */
  placement?: 'top' | 'bottom' | 'start' | 'end';
  /** Whether it opens as it appears, if its code is loaded when its button is pressed. */
  isOpenAtFirst?: boolean;
  children: ReactNode;
}

/** More information beside the button that opens it. Escape and a press elsewhere close it. */
export function Popover({
  title,
  trigger,
  placement = 'bottom',
  isOpenAtFirst = false,
  children,
}: PopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  // It opens a moment after the trigger appears. The trigger has to have the focus first, so that
  // closing can return it.
  useEffect(() => setIsOpen(isOpenAtFirst), [isOpenAtFirst]);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      {trigger}
      <AriaPopover className={styles.popover} placement={placement} offset={8}>
        <Dialog className={styles.dialog}>
          {({ close }) => (
            <>
              <header className={styles.header}>
                <AriaHeading slot="title" level={2} className={styles.title}>
                  {title}
                </AriaHeading>
                <TextButton aria-label="Close" icon={X} onPress={close} />
              </header>
              <div className={styles.body}>{children}</div>
            </>
          )}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}

import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { Icon } from '../media/icon.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './collapsible.module.css';

interface CollapsibleProps {
  title: ReactNode;
  headingLevel?: 2 | 3 | 4 | 5;
  startsOpen?: boolean;
  /** Whether its heading takes the focus as it appears. Default false. */
  takesFocus?: boolean;
  /** Whether the content begins at the edge, and not below the title's words. Default false. */
  isFlush?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A heading that shows and hides the content below it. */
export function Collapsible({
  title,
  headingLevel = 3,
  startsOpen = false,
  takesFocus = false,
  isFlush = false,
  onToggle,
  children,
}: CollapsibleProps) {
  return (
    <Disclosure defaultExpanded={startsOpen} onExpandedChange={(isOpen) => onToggle?.(isOpen)}>
      <Heading level={headingLevel} className={styles.heading}>
        <AriaButton slot="trigger" className={styles.trigger} autoFocus={takesFocus}>
          <Icon of={ChevronRight} size="sm" />
          {title}
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        <div className={classNames(styles.content, isFlush && styles.flush)}>{children}</div>
      </DisclosurePanel>
    </Disclosure>
  );
}

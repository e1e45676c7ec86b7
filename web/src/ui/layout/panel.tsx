import { ChevronDown } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { landingPlace } from '../../lib/use-landing.ts';
import { classNames } from '../style/class-names.ts';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** A small line below the title, such as the name of the map. */
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** Whether the panel is open. With `onToggle`, it folds to its title bar. */
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  /**
   * What the panel shows for a while in place of its usual content, or null. It is shown from its
   * beginning, and afterwards the usual content is where it was.
   */
  guest?: string | null;
  /** Content below the scrolling part that is always visible, for the panel's main button. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A panel above a map with its own scrolling, as wide as a narrow screen. */
export function Panel({
  title,
  subtitle,
  actions,
  isOpen = true,
  onToggle,
  guest = null,
  footer,
  children,
}: PanelProps) {
  const body = useRef<HTMLDivElement>(null);
  const usualTop = useRef(0);
  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    body.current?.scrollTo(0, guest === null ? usualTop.current : 0);
    shown.current = guest;
  }, [guest]);
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.header}>
        <div className={styles.titles}>
          <h2 className={styles.title}>{title}</h2>
          {subtitle && <div className={styles.subtitle}>{subtitle}</div>}
        </div>
        {(actions || onToggle) && (
          <div className={styles.actions}>
            {actions}
            {onToggle && (
              <AriaButton
                className={styles.toggle}
                onPress={() => onToggle(!isOpen)}
                aria-expanded={isOpen}
                aria-label={isOpen ? `Fold ${title}` : `Unfold ${title}`}
              >
                <ChevronDown className={classNames(isOpen && styles.open)} aria-hidden="true" />
              </AriaButton>
            )}
          </div>
        )}
      </header>
      {isOpen && (
        <div
          ref={body}
          className={styles.body}
          onScroll={({ currentTarget }) => {
            if (shown.current === null) usualTop.current = currentTarget.scrollTop;
          }}
        >
          {children}
        </div>
      )}
      {isOpen && footer && <footer className={styles.footer}>{footer}</footer>}
    </section>
  );
}

interface PanelSectionProps {
  title?: string;
  /** Whether the title can currently receive a lost focus. Leave it out where it never does. */
  isLanding?: boolean;
  children: ReactNode;
}

/** A section of a panel with a small heading and a dividing line. */
export function PanelSection({ title, isLanding, children }: PanelSectionProps) {
  return (
    <div className={styles.section}>
      {title && (
        <h3
          className={styles.sectionTitle}
          {...(isLanding !== undefined && { tabIndex: -1 })}
          {...(isLanding && landingPlace)}
        >
          {title}
        </h3>
      )}
      {children}
    </div>
  );
}

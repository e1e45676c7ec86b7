import { ArrowUpRight, ChevronDown, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button as AriaButton, Link as AriaLink } from 'react-aria-components';
import { Icon } from '../media/icon.tsx';
import { Badge } from '../style/badge.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './menu.module.css';

/** One line of a menu: a link within the site or out of it, an action, or plain text. */
export type MenuEntry = {
  label: string;
  /** A less prominent second line. */
  description?: string;
  /** A word about the state of what it leads to, such as “Beta”. */
  badge?: string;
  icon?: LucideIcon;
  /** Marks the open page or the active choice. */
  isCurrent?: boolean;
} & ({ href: string; external?: boolean } | { onAction: () => void } | { plain: true });

interface MenuProps {
  /** The button's label, or its name if the trigger is an icon only. */
  label: string;
  /** The button's content instead of its label and arrow. */
  trigger?: ReactNode;
  header?: ReactNode;
  entries: readonly MenuEntry[];
  /** The end of the button with which the list is aligned. Default `start`. */
  align?: 'start' | 'end';
}

/**
 * A button that shows a list of links and actions. It closes after a choice, a press elsewhere,
 * Escape, and when Tab leaves it. Arrow keys move through it.
 *
 * It is a disclosure and not an ARIA menu. Its links stay links to a screen reader, as the ARIA
 * authoring practices advise for site navigation, and the landing page needs less code.
 */
export function Menu({ label, trigger, header, entries, align = 'start' }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const close = () => setIsOpen(false);

  useEffect(() => {
    if (!isOpen) return;
    const closeWhenOutside = (event: Event) => {
      if (!(event.target instanceof Node && root.current?.contains(event.target))) setIsOpen(false);
    };
    const closing = new AbortController();
    document.addEventListener('pointerdown', closeWhenOutside, { signal: closing.signal });
    document.addEventListener('focusin', closeWhenOutside, { signal: closing.signal });
    return () => closing.abort();
  }, [isOpen]);

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
      button.current?.focus();
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) setIsOpen(true);
      else moveFocus(root.current, event.key === 'ArrowDown' ? 1 : -1);
    }
  }

  return (
    // The keys come from the buttons and links inside, and the element only listens to them.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what bubbles up
    <div ref={root} className={styles.root} onKeyDown={handleKey}>
      <AriaButton
        ref={button}
        className={classNames(styles.trigger, trigger !== undefined && styles.bare)}
        aria-label={trigger === undefined ? undefined : label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onPress={() => setIsOpen(!isOpen)}
      >
        {trigger ?? (
          <>
            {label}
            <span className={styles.chevron}>
              <Icon of={ChevronDown} size="sm" />
            </span>
          </>
        )}
      </AriaButton>
      {isOpen && (
        <div id={listId} className={classNames(styles.list, styles[align])}>
          {header && <div className={styles.header}>{header}</div>}
          <ul aria-label={label}>
            {entries.map((entry) => (
              <li key={entry.label}>
                <MenuLine entry={entry} close={close} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Moves the focus between the button and the entries, and stops at either end. */
function moveFocus(root: HTMLElement | null, step: 1 | -1): void {
  const stops = [...(root?.querySelectorAll<HTMLElement>('button, a[href]') ?? [])];
  const current = stops.indexOf(document.activeElement as HTMLElement);
  stops[current + step]?.focus();
}

/** One entry of a menu or of the navbar's sheet. */
export function MenuLine({ entry, close }: { entry: MenuEntry; close: () => void }) {
  const className = classNames(styles.item, entry.isCurrent && styles.current);
  if ('plain' in entry) {
    return (
      <div className={className}>
        <LineContent entry={entry} />
      </div>
    );
  }
  if ('onAction' in entry) {
    return (
      <AriaButton
        className={className}
        aria-pressed={entry.isCurrent}
        onPress={() => {
          close();
          entry.onAction();
        }}
      >
        <LineContent entry={entry} />
      </AriaButton>
    );
  }
  return (
    <AriaLink
      className={className}
      href={entry.href}
      aria-current={entry.isCurrent ? 'page' : undefined}
      {...(entry.external && { target: '_blank', rel: 'noopener' })}
      onPress={close}
    >
      <LineContent entry={entry} />
      {entry.external && <Icon of={ArrowUpRight} size="sm" label="(opens in a new tab)" />}
    </AriaLink>
  );
}

function LineContent({ entry }: { entry: MenuEntry }) {
  return (
    <>
      {entry.icon && <Icon of={entry.icon} />}
      <span className={styles.words}>
        <span>
          {entry.label}
          {entry.badge && <Badge>{entry.badge}</Badge>}
        </span>
        {entry.description && <span className={styles.description}>{entry.description}</span>}
      </span>
    </>
  );
}

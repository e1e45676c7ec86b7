import { ArrowUpRight, ChevronDown, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  Header,
  MenuSection,
  MenuTrigger,
  Popover,
  Text,
} from 'react-aria-components';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './menu.module.css';

/** One line of a menu: a link here, a link that leaves the site, or something to do. */
export type MenuEntry = {
  label: string;
  /** A quieter second line. */
  description?: string;
  icon?: LucideIcon;
  /** Marks the page that is open, or the choice in force. */
  isCurrent?: boolean;
} & ({ href: string; external?: boolean } | { onAction: () => void });

interface MenuProps {
  /** What the button says; with an icon-only trigger, its name. */
  label: string;
  /** What the button shows instead of its label and arrow. */
  trigger?: ReactNode;
  /** A name above the entries. */
  header?: ReactNode;
  entries: readonly MenuEntry[];
  /** On which end of the button the menu lines up. Default `start`. */
  align?: 'start' | 'end';
}

/** A button that opens a list of links or actions. Closes on a choice, outside presses and Escape. */
export function Menu({ label, trigger, header, entries, align = 'start' }: MenuProps) {
  return (
    <MenuTrigger>
      <AriaButton
        className={classNames(styles.trigger, trigger !== undefined && styles.bare)}
        aria-label={trigger === undefined ? undefined : label}
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
      <Popover className={styles.popover!} placement={`bottom ${align}`}>
        <AriaMenu className={styles.menu!} aria-label={label}>
          <MenuSection aria-label={label}>
            {header && <Header className={styles.header!}>{header}</Header>}
            {entries.map((entry) => (
              <MenuLine key={entry.label} entry={entry} />
            ))}
          </MenuSection>
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function MenuLine({ entry }: { entry: MenuEntry }) {
  const isExternal = 'href' in entry && entry.external === true;
  return (
    <AriaMenuItem
      className={classNames(styles.item, entry.isCurrent && styles.current)}
      textValue={entry.label}
      {...('href' in entry ? { href: entry.href } : { onAction: entry.onAction })}
      {...(isExternal && { target: '_blank', rel: 'noopener' })}
    >
      {entry.icon && <Icon of={entry.icon} />}
      <span className={styles.words}>
        <Text slot="label">{entry.label}</Text>
        {entry.description && (
          <Text slot="description" className={styles.description!}>
            {entry.description}
          </Text>
        )}
      </span>
      {isExternal && <Icon of={ArrowUpRight} size="sm" label="(opens in a new tab)" />}
    </AriaMenuItem>
  );
}

import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link as AriaLink } from 'react-aria-components';
import { Icon } from '../media/icon.tsx';
import styles from './link.module.css';

interface LinkProps {
  href: string;
  /** Whether the link leaves the site. It then opens in a new tab and says so. */
  external?: boolean;
  onPress?: () => void;
  children: ReactNode;
}

/** A link within running text or a list. */
export function Link({ href, external = false, onPress, children }: LinkProps) {
  return (
    <AriaLink
      className={styles.link}
      href={href}
      {...(onPress && { onPress })}
      {...(external && { target: '_blank', rel: 'noopener' })}
    >
      {children}
      {external && <Icon of={ArrowUpRight} size="sm" label="(opens in a new tab)" />}
    </AriaLink>
  );
}

/** A button that looks like a link, for actions such as switching to another form. */
export function LinkButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <AriaLink className={styles.link} onPress={onPress}>
      {children}
    </AriaLink>
  );
}

import { ArrowUpRight } from 'lucide-react';
import { Link as AriaLink } from 'react-aria-components';
import { BrandMark } from '../media/brand-mark.tsx';
import { Icon } from '../media/icon.tsx';
import styles from './footer.module.css';

export interface FooterLink {
  label: string;
  href: string;
  external?: boolean;
}

interface FooterProps {
  brandName: string;
  tagline: string;
  columns: readonly { title: string; links: readonly FooterLink[] }[];
  /** The last row: site map, contact, policies and license. */
  footnotes: readonly FooterLink[];
}

/** The footer of every page except the map screens. */
export function Footer({ brandName, tagline, columns, footnotes }: FooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.brand}>
          <span className={styles.name}>
            <BrandMark />
            {brandName}
          </span>
          <p>{tagline}</p>
        </div>
        <nav className={styles.columns} aria-label="Footer">
          {columns.map((column) => (
            <div key={column.title}>
              <h2 className={styles.title}>{column.title}</h2>
              <ul>
                {column.links.map((link) => (
                  <li key={link.label}>
                    <FooterAnchor {...link} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <ul className={styles.footnotes}>
          {footnotes.map((link) => (
            <li key={link.label}>
              <FooterAnchor {...link} />
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}

function FooterAnchor({ label, href, external }: FooterLink) {
  return (
    <AriaLink
      className={styles.link}
      href={href}
      {...(external && { target: '_blank', rel: 'noopener' })}
    >
      {label}
      {external && <Icon of={ArrowUpRight} size="sm" label="(opens in a new tab)" />}
    </AriaLink>
  );
}

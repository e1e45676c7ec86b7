import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconBadge } from '../media/icon.tsx';
import { classNames } from '../style/class-names.ts';
import { Heading, Text } from '../style/typography.tsx';
import styles from './page-section.module.css';

interface PageSectionProps {
  id?: string;
  title?: string;
  lead?: string;
  /** Whether it has a background of its own over the full width. */
  isBand?: boolean;
  children: ReactNode;
}

/** A part of a landing page, as wide as a page. */
export function PageSection({ id, title, lead, isBand = false, children }: PageSectionProps) {
  return (
    <section id={id} className={classNames(styles.ground, isBand && styles.band)}>
      <div className={styles.section}>
        {title && (
          <header className={styles.header}>
            <Heading level={2}>{title}</Heading>
            {lead && (
              <Text lead tone="soft">
                {lead}
              </Text>
            )}
          </header>
        )}
        {children}
      </div>
    </section>
  );
}

interface PointsProps {
  points: readonly { readonly icon: LucideIcon; readonly title: string; readonly text: string }[];
}

/** Advantages in rows of three, each under its icon. */
export function Points({ points }: PointsProps) {
  return (
    <ul className={styles.triple}>
      {points.map(({ icon, title, text }) => (
        <li key={title} className={styles.point}>
          <IconBadge of={icon} />
          <Heading level={3}>{title}</Heading>
          <Text tone="soft">{text}</Text>
        </li>
      ))}
    </ul>
  );
}

import { useState } from 'react';
import { Link } from '../../../ui/actions/link.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Badge } from '../../../ui/style/badge.tsx';
import { SideNote, SmallHeading } from '../../../ui/style/typography.tsx';
import { findPages, wordsOfAddress } from './find-pages.ts';
import styles from './page-search.module.css';

const mostShown = 6;

/** A search of the pages, and of what the help page explains. */
export function PageSearch({ first = '' }: { first?: string }) {
  const [text, setText] = useState(first);
  const found = findPages(text).slice(0, mostShown);
  return (
    <search className={styles.search}>
      <TextField
        label="Search the pages and the help"
        name="search"
        value={text}
        onChange={setText}
        autoComplete="off"
      />
      <div role="status">
        {text.trim() !== '' && found.length === 0 && (
          <SideNote number={2}>No page has these words.</SideNote>
        )}
      </div>
      {found.length > 0 && (
        <ul className={styles.found} aria-label="Pages found">
          {found.map(({ path, title, description }) => (
            <li key={`${path} ${title} ${description}`}>
              <Link href={path}>{title}</Link>
              <SideNote number={2}>{description}</SideNote>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

interface PageFinderProps {
  /** The address that leads nowhere. Its words are the first search. */
  path: string;
  apps: readonly { label: string; href: string; badge?: string }[];
}

/** Helps at an address that leads nowhere, with a search of the pages and the apps. */
export function PageFinder({ path, apps }: PageFinderProps) {
  const words = wordsOfAddress(path);
  return (
    <div className={styles.finder}>
      <PageSearch first={findPages(words).length > 0 ? words : ''} />
      <nav aria-labelledby="apps-of-finder">
        <SmallHeading level={2} id="apps-of-finder">
          Or go to an app
        </SmallHeading>
        <ul className={styles.apps}>
          {apps.map(({ label, href, badge }) => (
            <li key={href}>
              <Link href={href}>{label}</Link>
              {badge && <Badge>{badge}</Badge>}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

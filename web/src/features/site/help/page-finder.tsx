import { useState } from 'react';
import { Link } from '../../../ui/link.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Heading, Text } from '../../../ui/typography.tsx';
import { findPages, wordsOfAddress } from './find-pages.ts';
import styles from './page-finder.module.css';

interface PageFinderProps {
  /** The address that leads nowhere. Its words are the first search. */
  path: string;
  /** The apps, which are offered at any wrong address. */
  apps: readonly { name: string; href: string }[];
}

const mostShown = 6;

/** Helps at an address that leads nowhere, with a search of the pages and the apps. */
export function PageFinder({ path, apps }: PageFinderProps) {
  const [text, setText] = useState(() => {
    const words = wordsOfAddress(path);
    return findPages(words).length > 0 ? words : '';
  });
  const found = findPages(text).slice(0, mostShown);
  return (
    <div className={styles.finder}>
      <search className={styles.search}>
        <TextField
          label="Search the pages"
          name="search"
          value={text}
          onChange={setText}
          autoComplete="off"
        />
        <div role="status">
          {text.trim() !== '' && found.length === 0 && (
            <Text number={2} tone="soft">
              No page has these words.
            </Text>
          )}
        </div>
        {found.length > 0 && (
          <ul className={styles.found} aria-label="Pages found">
            {found.map(({ path: address, title, description }) => (
              <li key={address}>
                <Link href={address}>{title}</Link>
                <Text number={2} tone="soft">
                  {description}
                </Text>
              </li>
            ))}
          </ul>
        )}
      </search>
      <nav aria-labelledby="apps-of-finder">
        <Heading level={2} look={5} id="apps-of-finder">
          Or go to an app
        </Heading>
        <ul className={styles.apps}>
          {apps.map(({ name, href }) => (
            <li key={href}>
              <Link href={href}>{name}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

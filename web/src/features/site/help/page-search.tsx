import { useState } from 'react';
import { Link } from '../../../ui/actions/link.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { findPages } from './find-pages.ts';
import styles from './page-finder.module.css';

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
          <Text number={2} tone="soft">
            No page has these words.
          </Text>
        )}
      </div>
      {found.length > 0 && (
        <ul className={styles.found} aria-label="Pages found">
          {found.map(({ path, title, description }) => (
            <li key={`${path} ${title} ${description}`}>
              <Link href={path}>{title}</Link>
              <Text number={2} tone="soft">
                {description}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

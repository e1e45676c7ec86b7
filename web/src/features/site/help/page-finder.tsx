import { Link } from '../../../ui/actions/link.tsx';
import { Badge } from '../../../ui/data/badge.tsx';
import { Heading } from '../../../ui/style/typography.tsx';
import { findPages, wordsOfAddress } from './find-pages.ts';
import styles from './page-finder.module.css';
import { PageSearch } from './page-search.tsx';

interface PageFinderProps {
  /** The address that leads nowhere. Its words are the first search. */
  path: string;
  /** The apps, which are offered at any wrong address. */
  apps: readonly { name: string; href: string; badge?: string }[];
}

/** Helps at an address that leads nowhere, with a search of the pages and the apps. */
export function PageFinder({ path, apps }: PageFinderProps) {
  const words = wordsOfAddress(path);
  return (
    <div className={styles.finder}>
      <PageSearch first={findPages(words).length > 0 ? words : ''} />
      <nav aria-labelledby="apps-of-finder">
        <Heading level={2} look={5} id="apps-of-finder">
          Or go to an app
        </Heading>
        <ul className={styles.apps}>
          {apps.map(({ name, href, badge }) => (
            <li key={href}>
              <Link href={href}>{name}</Link>
              {badge && <Badge>{badge}</Badge>}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

import type { ReactNode } from 'react';
import { Page } from '../../ui/layout/page.tsx';
import { Heading, SmallHeading, Text } from '../../ui/style/typography.tsx';
import styles from './article.module.css';

interface ArticleProps {
  title: string;
  lead: ReactNode;
  /** Parts of the page to jump to, by the ids of their sections. */
  contents?: readonly { id: string; title: string }[];
  children: ReactNode;
}

/**
 * A page for reading: a title, a lead sentence, and on wide screens the list of contents beside it.
 */
export function Article({ title, lead, contents, children }: ArticleProps) {
  return (
    <Page>
      <article className={styles.article}>
        <header className={styles.header}>
          <Heading level={1}>{title}</Heading>
          <Text lead tone="soft">
            {lead}
          </Text>
        </header>
        {contents && (
          <nav className={styles.contents} aria-label="Contents">
            <SmallHeading level={2}>On this page</SmallHeading>
            <ol>
              {contents.map((part) => (
                <li key={part.id}>
                  <a href={`#${part.id}`}>{part.title}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className={styles.body}>{children}</div>
      </article>
    </Page>
  );
}

interface ArticleSectionProps {
  id?: string;
  title: string;
  children: ReactNode;
}

export function ArticleSection({ id, title, children }: ArticleSectionProps) {
  return (
    <section className={styles.section} id={id}>
      <Heading level={2} visualLevel={3}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

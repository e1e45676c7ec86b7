import { Link } from '../../../ui/actions/link.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import { Article, ArticleSection } from '../article.tsx';
import { keptInBrowser } from './kept-in-browser.ts';
import styles from './policy.module.css';

/** Says what the product stores in the browser, and why it asks for no consent. */
export function CookiesPage() {
  return (
    <Article
      title="Cookie policy"
      lead="Two cookies and a few notes in your browser, each for something that you asked for."
    >
      <ArticleSection title="What is kept in your browser">
        <dl className={styles.kept}>
          {keptInBrowser.map(({ name, kind, purpose, duration }) => (
            <div key={name} className={styles.row}>
              <dt>
                <code className={styles.name}>{name}</code>
                <Text number={3} tone="faint" as="span">
                  {kind}
                </Text>
              </dt>
              <dd>
                <Text>{purpose}</Text>
                <SideNote number={2}>{duration}</SideNote>
              </dd>
            </div>
          ))}
        </dl>
      </ArticleSection>
      <ArticleSection title="What is not">
        <Text>
          No cookie follows you, here or elsewhere: there are no advertising, analytics or social
          network scripts on these pages. That is why no banner asks for your consent.
        </Text>
      </ArticleSection>
      <ArticleSection title="Doing without">
        <Text>
          You can delete all of them in your browser’s settings, or refuse them: the maps work
          without them, but you have to log in again on each visit. What is kept on our side is said
          in the <Link href="/support/privacy">privacy policy</Link>.
        </Text>
      </ArticleSection>
    </Article>
  );
}

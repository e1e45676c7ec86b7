import { Link } from '../../../ui/actions/link.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { Article, ArticleSection } from '../article.tsx';
import styles from './policy.module.css';

/** Everything that the product stores in a browser. */
const kept = [
  {
    name: 'visitor',
    kind: 'Cookie',
    purpose:
      'Tells your browser from others when you run an analysis without an account, so that you find your run again and nobody else can cancel it. A random number, signed; scripts cannot read it.',
    duration: 'One year',
  },
  {
    name: 'known_accounts',
    kind: 'Cookie',
    purpose:
      'Remembers that you have logged in from this browser before, so that wrong passwords that somebody tries elsewhere cannot lock you out. The number of your account, signed; scripts cannot read it, and it opens nothing.',
    duration: 'One year',
  },
  {
    name: 'token',
    kind: 'Local storage',
    purpose: 'Keeps you logged in. Set when you log in.',
    duration: 'Until you log out; it is worth nothing after 12 hours without use',
  },
  {
    name: 'map-token-…, map-key-…',
    kind: 'Local storage',
    purpose:
      'Keep what a link to a private map brought, one of each for a map, so that its address alone opens the map again.',
    duration: 'Until you delete them; they are worth nothing once the link was replaced or revoked',
  },
  {
    name: 'theme',
    kind: 'Local storage',
    purpose: 'Remembers whether you chose light or dark. Set when you choose.',
    duration: 'Until you choose to follow the system again',
  },
  {
    name: 'habitat-patrol-tutorial',
    kind: 'Local storage',
    purpose: 'Remembers that you have closed the introduction to Habitat Patrol.',
    duration: 'Until you delete it',
  },
  {
    name: 'contact-draft',
    kind: 'Session storage',
    purpose:
      'Holds the message that you are writing in the contact form, so that a reload does not lose it.',
    duration: 'Until the message is sent or the tab is closed',
  },
];

/** Says what the product stores in the browser, and why it asks for no consent. */
export function CookiesPage() {
  return (
    <Article
      title="Cookie policy"
      lead="Two cookies and a few notes in your browser, each for something that you asked for."
    >
      <ArticleSection title="What is kept in your browser">
        <dl className={styles.kept}>
          {kept.map(({ name, kind, purpose, duration }) => (
            <div key={name} className={styles.row}>
              <dt>
                <code className={styles.name}>{name}</code>
                <Text number={3} tone="faint" as="span">
                  {kind}
                </Text>
              </dt>
              <dd>
                <Text>{purpose}</Text>
                <Text number={2} tone="soft">
                  {duration}
                </Text>
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

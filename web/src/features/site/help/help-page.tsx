import { contactAddresses, siteSettings, valueMapperFor } from '../../../lib/site-settings.ts';
import { Link } from '../../../ui/actions/link.tsx';
import { SmallHeading, Text } from '../../../ui/style/typography.tsx';
import article from '../article.module.css';
import { Article, ArticleSection } from '../article.tsx';
import styles from './help-page.module.css';
import { appHelp, dataSources, fileHelp, keyGroups, methodHelp } from './help-texts.ts';
import { PageSearch } from './page-search.tsx';

const contents = [
  ...appHelp.map(({ id, name }) => ({ id, title: name })),
  { id: 'files', title: 'Files and units' },
  { id: 'methods', title: 'Methods' },
  { id: 'keyboard', title: 'Keyboard' },
  { id: 'sources', title: 'Data sources' },
];

/** A short description of each app. Its keys and methods must stay those of the code. */
export function HelpPage() {
  return (
    <Article
      title="Help"
      lead={`What the apps of ${siteSettings.brandName} do, how, and with whose data.`}
      contents={contents}
    >
      <PageSearch />
      <Apps />
      <ArticleSection id="files" title="Files and units">
        <Terms terms={fileHelp} />
      </ArticleSection>
      <ArticleSection id="methods" title="Methods">
        <Text>
          Habitat Patrol offers these methods. All of them leave out clouds, their shadows and snow:
          what could not be seen on both dates is shown as not observed, never as unchanged.
        </Text>
        <Terms terms={methodHelp} />
        <Text>
          The Conservation Value Mapper spreads a raster’s numbers from its least to its greatest
          over 0 to 1, and a curve (linear, exponential, logarithmic or a step) makes values of
          them. Classes get a value each, from −1 to 1.
        </Text>
      </ArticleSection>
      <ArticleSection id="keyboard" title="Keyboard">
        <Text>
          Everything can be reached with Tab and pressed with Enter or Space. Escape closes what is
          open. Besides:
        </Text>
        {keyGroups.map(({ title, keys }) => (
          <div key={title} className={styles.keys}>
            <SmallHeading level={3}>{title}</SmallHeading>
            <dl>
              {keys.map(([key, action]) => (
                <div key={key} className={styles.key}>
                  <dt>{key}</dt>
                  <dd>{action}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </ArticleSection>
      <ArticleSection id="sources" title="Data sources">
        <ul className={article.list}>
          {dataSources.map(({ name, href, text }) => (
            <li key={name}>
              <Link href={href} external>
                {name}
              </Link>
              : {text}
            </li>
          ))}
        </ul>
        <Text>
          An installation may use other services, or none: imagery that is simulated says so
          wherever it is shown.
        </Text>
        <Text>
          Something is missing or wrong? <Link href={contactAddresses.bug}>Report a bug</Link> or{' '}
          <Link href={contactAddresses.contact}>write to us</Link>.
        </Text>
      </ArticleSection>
    </Article>
  );
}

function Terms({ terms }: { terms: readonly { name: string; text: string }[] }) {
  return (
    <ul className={article.list}>
      {terms.map(({ name, text }) => (
        <li key={name}>
          <strong>{name}.</strong> {text}
        </li>
      ))}
    </ul>
  );
}

function Apps() {
  return appHelp.map(({ id, name, paragraphs, href }) => (
    <ArticleSection key={id} id={id} title={name}>
      {paragraphs.map((text) => (
        <Text key={text}>{text}</Text>
      ))}
      <Text>
        <Link href={href}>Open {name}</Link>
        {id === 'value-mapper' && valueMapperFor(null).isInBeta && (
          <>
            . It is in beta: <Link href="/betatesting">become a tester</Link>.
          </>
        )}
      </Text>
    </ArticleSection>
  ));
}

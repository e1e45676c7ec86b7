import { contactAddresses } from '../../../lib/contact-addresses.ts';
import { siteSettings } from '../../../lib/site-settings.ts';
import { Link } from '../../../ui/link.tsx';
import { Heading, Text } from '../../../ui/typography.tsx';
import { Article, ArticleSection } from '../article.tsx';
import styles from './help-page.module.css';
import { dataSources, keyGroups, methodHelp } from './help-texts.ts';

const contents = [
  { id: 'habitat-patrol', title: 'Habitat Patrol' },
  { id: 'collaborative-mapper', title: 'Collaborative Mapper' },
  { id: 'value-mapper', title: 'Conservation Value Mapper' },
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
      <Apps />
      <ArticleSection id="methods" title="Methods">
        <Text>
          Habitat Patrol offers these methods. All of them leave out clouds, their shadows and snow:
          what could not be seen on both dates is shown as not observed, never as unchanged.
        </Text>
        <ul className={styles.list}>
          {methodHelp.map(({ name, text }) => (
            <li key={name}>
              <strong>{name}.</strong> {text}
            </li>
          ))}
        </ul>
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
            <Heading level={3} look={5}>
              {title}
            </Heading>
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
        <ul className={styles.list}>
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

function Apps() {
  return (
    <>
      <ArticleSection id="habitat-patrol" title="Habitat Patrol">
        <Text>
          It compares satellite images of an area on two dates and shows what changed on the land.
          Draw an area, upload one, or take the range or critical habitat of a protected species;
          choose two dates; press Run. The result shows before, after and change on the map, with
          sizes by kind of change, a list of the largest patches, a report to print and files for a
          GIS.
        </Text>
        <Text>
          Compare dates of the same season: snow, leaves and harvests otherwise count as change. No
          account is needed; with one, your runs are kept.{' '}
          <Link href="/apps/habitatpatrol/map">Open Habitat Patrol</Link>
        </Text>
      </ArticleSection>
      <ArticleSection id="collaborative-mapper" title="Collaborative Mapper">
        <Text>
          A team builds one map. Its owner invites collaborators, who propose new, changed and
          deleted features; the owner looks at both versions on the map and accepts or rejects.
          Several people work at the same time and see each other. Comments, layers from files,
          ranges and sightings of species, a table of attributes, undo, and a history from which
          anything can be brought back belong to each map.
        </Text>
        <Text>
          Public maps can be looked at without an account; making and editing maps needs one.{' '}
          <Link href="/apps/collaborativemapper/dashboard">Open Collaborative Mapper</Link>
        </Text>
      </ArticleSection>
      <ArticleSection id="value-mapper" title="Conservation Value Mapper">
        <Text>
          It turns rasters, such as elevation or land cover, into maps of what the land is worth to
          conservation. A project holds up to five rasters, uploaded as GeoTIFF. Each gets a curve,
          or a value for every class, and a palette; the map changes while you move the curve. Saved
          values can be downloaded as a raster. Projects are open to their owner alone, and the app
          to testers. <Link href="/betatesting">Become a tester</Link>
        </Text>
      </ArticleSection>
    </>
  );
}

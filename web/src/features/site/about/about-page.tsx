import {
  type Organisation,
  organisationAnchors,
  organisationLinkKinds,
} from '@refugia/contract/site/site.ts';
import { contactAddresses, organisationLinks, siteSettings } from '../../../lib/site-settings.ts';
import { Link } from '../../../ui/actions/link.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { PartHeading, SideNote, Text } from '../../../ui/style/typography.tsx';
import { Article, ArticleSection } from '../article.tsx';
import styles from './about-page.module.css';

const { provider, innovationCentre, partners } = siteSettings;

/** Settings of organizations without a web address. */
const missingSettings = [
  { setting: 'BRAND_PROVIDER', what: 'the provider', organisations: [provider] },
  {
    setting: 'BRAND_INNOVATION_CENTRE',
    what: 'the innovation centre',
    organisations: [innovationCentre],
  },
  { setting: 'BRAND_PARTNERS', what: 'the partners, as a list', organisations: partners },
].filter(({ organisations }) => organisations.some((each) => outwardLinks(each).length === 0));

const settingsAnchor = 'settings';

const contents = [
  { id: organisationAnchors.provider, title: 'Provider' },
  { id: organisationAnchors.innovationCentre, title: 'Innovation centre' },
  ...(partners.length > 0 ? [{ id: organisationAnchors.partners, title: 'Partners' }] : []),
  ...(missingSettings.length > 0 ? [{ id: settingsAnchor, title: 'If you run this site' }] : []),
];

/**
 * Who runs the site. Links to organizations without web addresses lead here, and whoever runs the
 * site learns how the addresses are set.
 */
export function AboutPage() {
  return (
    <Article
      title="Who runs this site"
      lead={
        <>
          {siteSettings.brandName} is run by {provider.name}.{' '}
          <Link href={contactAddresses.contact}>Write to us</Link>
        </>
      }
      contents={contents}
    >
      <ArticleSection id={organisationAnchors.provider} title="Provider">
        <AboutOrganisation organisation={provider} />
      </ArticleSection>
      <ArticleSection id={organisationAnchors.innovationCentre} title="Innovation centre">
        <AboutOrganisation organisation={innovationCentre} />
      </ArticleSection>
      {partners.length > 0 && (
        <ArticleSection id={organisationAnchors.partners} title="Partners">
          {partners.map((partner) => (
            <AboutOrganisation key={partner.name} organisation={partner} />
          ))}
        </ArticleSection>
      )}
      {missingSettings.length > 0 && (
        <ArticleSection id={settingsAnchor} title="If you run this site">
          <Text>
            Menus, footer and site map link to these organizations. Some have no web address yet, so
            their links lead to this page. Name them and their addresses in the server’s settings,
            which are environment variables, and start it again:
          </Text>
          <List>
            {missingSettings.map(({ setting, what }) => (
              <ListItem key={setting}>
                <code>{setting}</code>: {what}
              </ListItem>
            ))}
          </List>
          <Text>For instance:</Text>
          <code className={styles.example}>
            {`BRAND_PROVIDER='{"name": "Prairie Trust", "about": "We look after grassland.", "links": {"landing": "https://prairie.example"}}'`}
          </code>
          <SideNote number={2}>
            The kinds of links are {organisationLinkKinds.join(', ')}; each may be left out. All
            settings stand in docs/settings.md.
          </SideNote>
        </ArticleSection>
      )}
    </Article>
  );
}

function outwardLinks(organisation: Organisation) {
  return organisationLinks(organisation).filter(({ external }) => external);
}

function AboutOrganisation({ organisation }: { organisation: Organisation }) {
  const { name, about } = organisation;
  const links = outwardLinks(organisation);
  return (
    <>
      <PartHeading level={3}>{name}</PartHeading>
      {about !== '' && <Text>{about}</Text>}
      {links.length > 0 ? (
        <List>
          {links.map(({ label, href }) => (
            <ListItem key={label}>
              <Link href={href} external>
                {label}
              </Link>
            </ListItem>
          ))}
        </List>
      ) : (
        <Text tone="soft">It has named no web address here.</Text>
      )}
    </>
  );
}

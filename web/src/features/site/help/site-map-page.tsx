import { isOutwardLink, organisationsPath } from '@refugia/contract/site/site.ts';
import { contactAddresses, organisationLinks, siteSettings } from '../../../lib/site-settings.ts';
import { Link } from '../../../ui/actions/link.tsx';
import { SmallHeading, Text } from '../../../ui/style/typography.tsx';
import { Article, ArticleSection } from '../article.tsx';
import styles from './site-map-page.module.css';

interface SiteLink {
  label: string;
  href: string;
}

const sections = [
  { id: 'applications', title: 'Applications' },
  { id: 'discover', title: 'Discover' },
  { id: 'support', title: 'Support' },
];

const homePages: SiteLink[] = [
  { label: 'Collaborative Mapper', href: '/apps/collaborativemapper/home' },
  { label: 'Habitat Patrol', href: '/apps/habitatpatrol/home' },
];

const appPages: SiteLink[] = [
  { label: 'Collaborative Mapper dashboard', href: '/apps/collaborativemapper/dashboard' },
  { label: 'Habitat Patrol map', href: '/apps/habitatpatrol/map' },
  { label: 'My runs in Habitat Patrol', href: '/apps/habitatpatrol/runs' },
  { label: 'Places in Habitat Patrol', href: '/apps/habitatpatrol/places' },
  {
    label: 'Conservation Value Mapper dashboard',
    href: '/apps/conservationvaluemapper/dashboard',
  },
];

const sitePages: SiteLink[] = [
  { label: 'Landing page', href: '/landing' },
  { label: 'Beta testing', href: '/betatesting' },
  { label: 'Who runs this site', href: organisationsPath },
];

const helpPages: SiteLink[] = [{ label: 'Help', href: '/support/help' }];

const supportPages: SiteLink[] = [
  { label: 'Reaching out', href: contactAddresses.contact },
  { label: 'Providing feedback', href: contactAddresses.feedback },
  { label: 'Reporting a bug', href: contactAddresses.bug },
];

const policies: SiteLink[] = [
  { label: 'Privacy policy', href: '/support/privacy' },
  { label: 'Cookie policy', href: '/support/cookies' },
  { label: 'Creative Commons license', href: '/support/creativecommonslicense' },
];

declare const __BUILD_DATE__: string;
/** The pages change with each build. */
const lastUpdated = new Date(__BUILD_DATE__).toLocaleDateString('en-US', {
  dateStyle: 'long',
  timeZone: 'UTC',
});

/** A list of all pages. */
export function SiteMapPage() {
  return (
    <Article title="Site map" lead={`Last updated: ${lastUpdated}.`} contents={sections}>
      <ArticleSection id="applications" title="Applications">
        <div className={styles.groups}>
          <LinkGroup title="App home pages" links={homePages} />
          <LinkGroup title="App pages" links={appPages} />
        </div>
      </ArticleSection>
      <ArticleSection id="discover" title="Discover">
        <div className={styles.groups}>
          <LinkGroup title={siteSettings.brandName} links={sitePages} />
          {siteSettings.partners.map((partner) => (
            <LinkGroup key={partner.name} title={partner.name} links={organisationLinks(partner)} />
          ))}
        </div>
      </ArticleSection>
      <ArticleSection id="support" title="Support">
        <div className={styles.groups}>
          <LinkGroup title="Help" links={helpPages} />
          <LinkGroup title="Contact" links={supportPages} />
          <LinkGroup title="Policies" links={policies} />
        </div>
      </ArticleSection>
    </Article>
  );
}

function LinkGroup({ title, links }: { title: string; links: readonly SiteLink[] }) {
  return (
    <div className={styles.group}>
      <SmallHeading level={3}>{title}</SmallHeading>
      <ul>
        {links.map(({ label, href }) => (
          <li key={label} className={styles.entry}>
            <Text number={2} as="span">
              <Link href={href} external={isOutwardLink(href)}>
                {label}
              </Link>
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The kinds of address that an organisation's web site has, in the order in which they are listed. */
export const organisationLinkKinds = [
  'landing',
  'about',
  'jobs',
  'donate',
  'projects',
  'publications',
] as const;
export type OrganisationLinkKind = (typeof organisationLinkKinds)[number];

/** What a link of each kind is called where the organisation's name stands above it. */
export const organisationLinkLabels: Readonly<Record<OrganisationLinkKind, string>> = {
  landing: 'Landing page',
  about: 'About',
  jobs: 'Jobs',
  donate: 'Donate',
  projects: 'Projects',
  publications: 'Publications',
};

/** Somebody that the site speaks of and links to. */
export interface Organisation {
  readonly name: string;
  /** One or two sentences for the landing page. */
  readonly about: string;
  /** Web addresses; a kind that the organisation does not have is left out. */
  readonly links: Readonly<Partial<Record<OrganisationLinkKind, string>>>;
}

/** What an installation says about itself: settings of the server, part of each page it serves. */
export interface SiteSettings {
  readonly brandName: string;
  readonly supportEmail: string;
  /** Who runs the site. */
  readonly provider: Organisation;
  readonly innovationCentre: Organisation;
  readonly partners: readonly Organisation[];
  /**
   * Whether places of any kind can be searched: as letters are typed, or only on request where the
   * geocoder's rules forbid that.
   */
  readonly geocoder: 'off' | 'as typed' | 'on request';
  /** For how many days results of visitors are kept. */
  readonly visitorRunDays: number;
}

/** The element of a page that holds its site settings as JSON. */
export const siteSettingsElementId = 'site-settings';

/** Addresses that stay on one page that always answers: reserved for examples (RFC 2606). */
function exampleLinks(host: string): Organisation['links'] {
  return Object.fromEntries(
    organisationLinkKinds.map((kind) => [kind, `https://${host}/#${kind}`]),
  );
}

/** Neutral words and addresses, for an installation that sets none. */
export const defaultSiteSettings: SiteSettings = {
  brandName: 'Refugia',
  visitorRunDays: 30,
  geocoder: 'off',
  supportEmail: 'support@localhost',
  provider: {
    name: 'Wildlife Non-Profit',
    about:
      'A wildlife non-profit runs this site for the people who look after land and the life on it: land trusts, agencies, reserves and neighbors.',
    links: exampleLinks('example.org'),
  },
  innovationCentre: {
    name: 'Innovation Centre',
    about:
      'Its innovation centre brings satellite images, statistics and software to decisions about land, and publishes how they are made.',
    links: exampleLinks('example.com'),
  },
  partners: [
    { name: 'Partner Organization One', about: '', links: exampleLinks('example.org') },
    { name: 'Partner Organization Two', about: '', links: exampleLinks('example.net') },
  ],
};

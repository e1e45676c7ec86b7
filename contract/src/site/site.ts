/** The kinds of address on an organisation's web site, in the order in which they are listed. */
export const organisationLinkKinds = [
  'landing',
  'about',
  'jobs',
  'donate',
  'projects',
  'publications',
] as const;
export type OrganisationLinkKind = (typeof organisationLinkKinds)[number];

/** The label of each kind of link below the organisation's name. */
export const organisationLinkLabels: Readonly<Record<OrganisationLinkKind, string>> = {
  landing: 'Landing page',
  about: 'About',
  jobs: 'Jobs',
  donate: 'Donate',
  projects: 'Projects',
  publications: 'Publications',
};

/** An organisation that the site names and links to. */
export interface Organisation {
  readonly name: string;
  /** One or two sentences for the landing page. */
  readonly about: string;
  /** The organisation's web addresses by kind. */
  readonly links: Readonly<Partial<Record<OrganisationLinkKind, string>>>;
}

/**
 * What an installation says about itself. The server's settings define it, and it is part of each
 * page.
 */
export interface SiteSettings {
  readonly brandName: string;
  readonly supportEmail: string;
  /** The organisation that runs the site. */
  readonly provider: Organisation;
  readonly innovationCentre: Organisation;
  readonly partners: readonly Organisation[];
  /**
   * Whether places of any kind can be searched: while letters are typed, or only on request if the
   * geocoder's rules forbid the former.
   */
  readonly geocoder: 'off' | 'as typed' | 'on request';
  /** The number of days for which results of visitors are kept. */
  readonly visitorRunDays: number;
}

/** The id of the page's element that holds the site settings as JSON. */
export const siteSettingsElementId = 'site-settings';

/** Addresses of a host that is reserved for examples (RFC 2606) and always answers. */
function exampleLinks(host: string): Organisation['links'] {
  return Object.fromEntries(
    organisationLinkKinds.map((kind) => [kind, `https://${host}/#${kind}`]),
  );
}

/** The neutral texts and addresses of an installation that sets none. */
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

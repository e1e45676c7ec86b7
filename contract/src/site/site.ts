/** The kinds of address on an organisation's web site, in the order in which they are listed. */
export const organisationLinkKinds = [
  'landing',
  'about',
  'jobs',
  'donate',
  'projects',
  'publications',
] as const;
type OrganisationLinkKind = (typeof organisationLinkKinds)[number];

/** The label of each kind of link below the organisation's name. */
export const organisationLinkLabels: Readonly<Record<OrganisationLinkKind, string>> = {
  landing: 'Landing page',
  about: 'About',
  jobs: 'Jobs',
  donate: 'Donate',
  projects: 'Projects',
  publications: 'Publications',
};

/** The apps that may be in beta, as `BETA_APPS` names them. */
export const betaAppIds = ['conservation-value-mapper'] as const;
type BetaAppId = (typeof betaAppIds)[number];

/** An organisation that the site names and links to. */
export interface Organisation {
  readonly name: string;
  /** One or two sentences for the landing page. */
  readonly about: string;
  /** The organisation's web addresses by kind. */
  readonly links: Readonly<Partial<Record<OrganisationLinkKind, string>>>;
}

/** What an installation says about itself, by its settings, on each page. */
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
  /** The services that the server asks for base map tiles, by their names for people. */
  readonly basemapServices: readonly string[];
  /** Whether files of the server come before these services. */
  readonly hasBasemapFiles: boolean;
  /** Unfinished apps. Signed-in people find them in the menus, and their cards are testers' alone. */
  readonly betaApps: readonly BetaAppId[];
  /** The number of days for which results of visitors are kept. */
  readonly visitorRunDays: number;
}

/** The id of the page's element that holds the site settings as JSON. */
export const siteSettingsElementId = 'site-settings';

/** The page that says who runs the site. */
export const organisationsPath = '/support/about';

/** The anchors of that page's parts. */
export const organisationAnchors = {
  provider: 'provider',
  innovationCentre: 'innovation-centre',
  partners: 'partners',
} as const;

/** The addresses of an organisation without a web site: our own page about it, for all kinds. */
function ownLinks(part: keyof typeof organisationAnchors): Organisation['links'] {
  const address = `${organisationsPath}#${organisationAnchors[part]}`;
  return Object.fromEntries(organisationLinkKinds.map((kind) => [kind, address]));
}

/** Whether a link of an organisation leaves this site, as all do that an operator sets. */
export function isOutwardLink(href: string): boolean {
  return !href.startsWith('/');
}

/** The neutral texts and addresses of an installation that sets none. */
export const defaultSiteSettings: SiteSettings = {
  brandName: 'Refugia',
  betaApps: ['conservation-value-mapper'],
  visitorRunDays: 30,
  geocoder: 'off',
  basemapServices: [],
  hasBasemapFiles: false,
  supportEmail: 'support@localhost',
  provider: {
    name: 'Wildlife Non-Profit',
    about:
      'A wildlife non-profit runs this site for the people who look after land and the life on it: land trusts, agencies, reserves and neighbors.',
    links: ownLinks('provider'),
  },
  innovationCentre: {
    name: 'Innovation Centre',
    about:
      'Its innovation centre brings satellite images, statistics and software to decisions about land, and publishes how they are made.',
    links: ownLinks('innovationCentre'),
  },
  partners: [
    { name: 'Partner Organization One', about: '', links: ownLinks('partners') },
    { name: 'Partner Organization Two', about: '', links: ownLinks('partners') },
  ],
};

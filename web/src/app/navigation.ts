import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import {
  isOutwardLink,
  type Organisation,
  organisationsPath,
} from '@refugia/contract/site/site.ts';
import {
  Bug,
  ChartSpline,
  CircleQuestionMark,
  Database,
  FlaskConical,
  Globe,
  House,
  Keyboard,
  Layers2,
  Mail,
  MessageSquareText,
  Radar,
} from 'lucide-react';
import {
  contactAddresses,
  organisationLinks,
  siteSettings,
  valueMapperFor,
} from '../lib/site-settings.ts';
import type { MenuEntry } from '../ui/overlays/menu.tsx';
import type { FooterLink } from '../ui/site/footer.tsx';
import type { NavbarMenu } from '../ui/site/navbar-sheet.tsx';

interface FooterColumn {
  title: string;
  links: FooterLink[];
}

export const valueMapperName = 'Conservation Value Mapper';
const helpAddress = '/support/help';

export const apps = {
  habitatPatrol: { name: 'Habitat Patrol', home: '/apps/habitatpatrol' },
  collaborativeMapper: { name: 'Collaborative Mapper', home: '/apps/collaborativemapper/home' },
} as const;

type Account = Pick<CurrentAccount, 'is_app_tester'> | null;

/** Links to the organisations behind this site that have one of their own. */
const organisationEntries = [
  siteSettings.provider,
  siteSettings.innovationCentre,
  ...siteSettings.partners,
].flatMap(({ name, links }) =>
  links.landing === undefined
    ? []
    : [{ label: name, href: links.landing, external: isOutwardLink(links.landing) }],
);

const valueMapperAddress = '/apps/conservationvaluemapper/dashboard';

/** The apps that menus show to this account, each with the address at which it begins. */
export function appEntries(account: Account): readonly (MenuEntry & { href: string })[] {
  const valueMapper = valueMapperFor(account);
  return [
    {
      label: apps.collaborativeMapper.name,
      description: 'Edit maps as a team',
      icon: Layers2,
      href: apps.collaborativeMapper.home,
    },
    {
      label: apps.habitatPatrol.name,
      description: 'Detect change on the land',
      icon: Radar,
      href: apps.habitatPatrol.home,
    },
    ...(valueMapper.isInMenus
      ? [
          {
            label: valueMapperName,
            description: 'Value the land for conservation',
            icon: ChartSpline,
            href: valueMapperAddress,
            ...(valueMapper.isInBeta && { badge: 'Beta' }),
          },
        ]
      : []),
  ];
}

/** The categories of the navbar on every page that is not an app's. */
export function siteMenus(account: Account): NavbarMenu[] {
  return [{ label: 'Apps', entries: appEntries(account) }, ...otherMenus];
}

const otherMenus: NavbarMenu[] = [
  {
    label: 'Discover',
    entries: [
      { label: 'Landing page', icon: House, href: '/landing' },
      { label: 'Beta Testing', icon: FlaskConical, href: '/betatesting' },
      ...organisationEntries.map((entry) => ({ ...entry, icon: Globe })),
    ],
  },
  {
    label: 'Support',
    entries: [
      { label: 'Help', icon: CircleQuestionMark, href: helpAddress },
      { label: 'Contact', icon: Mail, href: contactAddresses.contact },
      { label: 'Feedback', icon: MessageSquareText, href: contactAddresses.feedback },
      { label: 'Bug Report', icon: Bug, href: contactAddresses.bug },
    ],
  },
];

/** The menu of an app's pages that leads to the other apps. */
export function appSwitcher(openApp: string, account: Account): NavbarMenu {
  return {
    label: 'Apps',
    entries: appEntries(account).map((entry) => ({
      ...entry,
      isCurrent: entry.label === openApp,
    })),
  };
}

/** The help menu of an app's pages. */
export function helpMenu(openApp: string): NavbarMenu {
  const anchor = helpAnchors[openApp];
  return {
    label: 'Help',
    entries: [
      {
        label: `About ${openApp}`,
        icon: CircleQuestionMark,
        href: anchor === undefined ? helpAddress : `${helpAddress}#${anchor}`,
      },
      { label: 'Methods', icon: FlaskConical, href: `${helpAddress}#methods` },
      { label: 'Keyboard', icon: Keyboard, href: `${helpAddress}#keyboard` },
      { label: 'Data sources', icon: Database, href: `${helpAddress}#sources` },
      { label: 'Report a bug', icon: Bug, href: contactAddresses.bug },
    ],
  };
}

/** The anchors of the help page's parts, by the name of the app that each is about. */
const helpAnchors: Readonly<Record<string, string>> = {
  [apps.habitatPatrol.name]: 'habitat-patrol',
  [apps.collaborativeMapper.name]: 'collaborative-mapper',
  [valueMapperName]: 'value-mapper',
};

function organisationColumn(organisation: Organisation): FooterColumn[] {
  const links = organisationLinks(organisation);
  return links.length === 0 ? [] : [{ title: organisation.name, links }];
}

export const footerColumns: FooterColumn[] = [
  {
    title: 'Applications',
    links: [
      { label: apps.collaborativeMapper.name, href: apps.collaborativeMapper.home },
      { label: apps.habitatPatrol.name, href: apps.habitatPatrol.home },
      ...(valueMapperFor(null).isInMenus
        ? [{ label: valueMapperName, href: valueMapperAddress }]
        : []),
    ],
  },
  {
    title: 'Discover',
    links: [
      { label: 'Landing page', href: '/landing' },
      { label: 'Beta Testing', href: '/betatesting' },
    ],
  },
  {
    title: 'Support',
    links: [
      { label: 'Help', href: helpAddress },
      { label: 'Contact', href: contactAddresses.contact },
      { label: 'Feedback', href: contactAddresses.feedback },
      { label: 'Bug Report', href: contactAddresses.bug },
    ],
  },
  ...organisationColumn(siteSettings.innovationCentre),
  ...organisationColumn(siteSettings.provider),
];

export const footnotes: FooterLink[] = [
  { label: 'Site map', href: '/support/sitemap' },
  { label: 'Who runs this site', href: organisationsPath },
  { label: 'Contact', href: contactAddresses.contact },
  { label: 'Privacy policy', href: '/support/privacy' },
  { label: 'Cookie policy', href: '/support/cookies' },
  { label: 'License', href: '/support/creativecommonslicense' },
];

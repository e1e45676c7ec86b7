import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import { isOutwardLink, organisationsPath } from '@refugia/contract/site/site.ts';
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

const helpAddress = '/support/help';

/** The apps: where each begins, and the anchor of its part of the help page. */
export const apps = {
  collaborativeMapper: {
    name: 'Collaborative Mapper',
    description: 'Edit maps as a team',
    icon: Layers2,
    href: '/apps/collaborativemapper/home',
    helpAnchor: 'collaborative-mapper',
  },
  habitatPatrol: {
    name: 'Habitat Patrol',
    description: 'Detect change on the land',
    icon: Radar,
    href: '/apps/habitatpatrol',
    helpAnchor: 'habitat-patrol',
  },
  valueMapper: {
    name: 'Conservation Value Mapper',
    description: 'Value the land for conservation',
    icon: ChartSpline,
    href: '/apps/conservationvaluemapper/dashboard',
    helpAnchor: 'value-mapper',
  },
} as const;
type App = (typeof apps)[keyof typeof apps];
export type AppName = App['name'];

type Account = Pick<CurrentAccount, 'is_app_tester'> | null;
type PageEntry = MenuEntry & { href: string };

/** The apps that menus show to this account. */
export function appEntries(account: Account): readonly PageEntry[] {
  const { isInMenus, isInBeta } = valueMapperFor(account);
  const { collaborativeMapper, habitatPatrol, valueMapper } = apps;
  const entryOf = ({ name, description, icon, href }: App) => ({
    label: name,
    description,
    icon,
    href,
  });
  return [
    entryOf(collaborativeMapper),
    entryOf(habitatPatrol),
    ...(isInMenus ? [{ ...entryOf(valueMapper), ...(isInBeta && { badge: 'Beta' }) }] : []),
  ];
}

const discoverEntries: readonly PageEntry[] = [
  { label: 'Landing page', icon: House, href: '/landing' },
  { label: 'Beta Testing', icon: FlaskConical, href: '/betatesting' },
];

const supportEntries: readonly PageEntry[] = [
  { label: 'Help', icon: CircleQuestionMark, href: helpAddress },
  { label: 'Contact', icon: Mail, href: contactAddresses.contact },
  { label: 'Feedback', icon: MessageSquareText, href: contactAddresses.feedback },
  { label: 'Bug Report', icon: Bug, href: contactAddresses.bug },
];

/** The organisations behind this site that have a web site. */
const organisationEntries = [
  siteSettings.provider,
  siteSettings.innovationCentre,
  ...siteSettings.partners,
].flatMap(({ name, links: { landing } }) =>
  landing === undefined
    ? []
    : [{ label: name, icon: Globe, href: landing, external: isOutwardLink(landing) }],
);

/** The categories of the navbar on every page that is not an app's. */
export function siteMenus(account: Account): NavbarMenu[] {
  return [
    { label: 'Apps', entries: appEntries(account) },
    { label: 'Discover', entries: [...discoverEntries, ...organisationEntries] },
    { label: 'Support', entries: supportEntries },
  ];
}

/** The menu of an app's pages that leads to the other apps. */
export function appSwitcher(openApp: AppName, account: Account): NavbarMenu {
  return {
    label: 'Apps',
    entries: appEntries(account).map((entry) => ({
      ...entry,
      isCurrent: entry.label === openApp,
    })),
  };
}

/** The help menu of an app's pages. */
export function helpMenu(openApp: AppName): NavbarMenu {
  const anchor = Object.values(apps).find(({ name }) => name === openApp)?.helpAnchor;
  return {
    label: 'Help',
    entries: [
      {
        label: `About ${openApp}`,
        icon: CircleQuestionMark,
        href: `${helpAddress}#${anchor}`,
      },
      { label: 'Methods', icon: FlaskConical, href: `${helpAddress}#methods` },
      { label: 'Keyboard', icon: Keyboard, href: `${helpAddress}#keyboard` },
      { label: 'Data sources', icon: Database, href: `${helpAddress}#sources` },
      { label: 'Report a bug', icon: Bug, href: contactAddresses.bug },
    ],
  };
}

export const footerColumns: readonly { title: string; links: readonly FooterLink[] }[] = [
  { title: 'Applications', links: appEntries(null) },
  { title: 'Discover', links: discoverEntries },
  { title: 'Support', links: supportEntries },
  ...[siteSettings.innovationCentre, siteSettings.provider]
    .map((organisation) => ({ title: organisation.name, links: organisationLinks(organisation) }))
    .filter(({ links }) => links.length > 0),
];

export const footnotes: FooterLink[] = [
  { label: 'Site map', href: '/support/sitemap' },
  { label: 'Who runs this site', href: organisationsPath },
  { label: 'Contact', href: contactAddresses.contact },
  { label: 'Privacy policy', href: '/support/privacy' },
  { label: 'Cookie policy', href: '/support/cookies' },
  { label: 'License', href: '/support/creativecommonslicense' },
];

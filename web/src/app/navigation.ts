import { Bug, FlaskConical, House, Layers2, Mail, MessageSquareText, Radar } from 'lucide-react';
import type { FooterLink } from '../ui/footer.tsx';
import type { NavbarMenu } from '../ui/navbar.tsx';

export const brandName = 'Refugia';

export const apps = {
  habitatPatrol: { name: 'Habitat Patrol', home: '/apps/habitatpatrol' },
  collaborativeMapper: { name: 'Collaborative Mapper', home: '/apps/collaborativemapper/home' },
} as const;

const contact = {
  general: '/support/contact',
  feedback: '/support/contact?subject=Providing+feedback',
  bug: '/support/contact?subject=Reporting+a+bug',
};

const appEntries = [
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
];

/** The categories of the navbar on every page that is not an app's. */
export const siteMenus: NavbarMenu[] = [
  { label: 'Apps', entries: appEntries },
  {
    label: 'Discover',
    entries: [
      { label: 'Landing page', icon: House, href: '/landing' },
      { label: 'Beta Testing', icon: FlaskConical, href: '/betatesting' },
    ],
  },
  {
    label: 'Support',
    entries: [
      { label: 'Contact', icon: Mail, href: contact.general },
      { label: 'Feedback', icon: MessageSquareText, href: contact.feedback },
      { label: 'Bug Report', icon: Bug, href: contact.bug },
    ],
  },
];

/** On an app's pages: the way to the others, with the open one marked. */
export function appSwitcher(openApp: string): NavbarMenu {
  return {
    label: 'Apps',
    entries: appEntries.map((entry) => ({ ...entry, isCurrent: entry.label === openApp })),
  };
}

export const helpMenu: NavbarMenu = {
  label: 'Help',
  entries: [{ label: 'Report a bug', icon: Bug, href: contact.bug }],
};

export const footerColumns: { title: string; links: FooterLink[] }[] = [
  {
    title: 'Applications',
    links: [
      { label: apps.collaborativeMapper.name, href: apps.collaborativeMapper.home },
      { label: apps.habitatPatrol.name, href: apps.habitatPatrol.home },
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
      { label: 'Contact', href: contact.general },
      { label: 'Feedback', href: contact.feedback },
      { label: 'Bug Report', href: contact.bug },
    ],
  },
];

export const footnotes: FooterLink[] = [
  { label: 'Site map', href: '/support/sitemap' },
  { label: 'Contact', href: contact.general },
  { label: 'Privacy policy', href: '/support/privacy' },
  { label: 'Cookie policy', href: '/support/cookies' },
  { label: 'License', href: '/support/creativecommonslicense' },
];

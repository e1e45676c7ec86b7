/** The description of a page for tabs, search results and links that are shared. */
export interface PageInfo {
  /** The path as the router writes it: `:name` is one segment, and `:name?` one or none. */
  readonly path: string;
  /** The title without the site's name. */
  readonly title: string;
  readonly description: string;
  /**
   * True for a page that search engines should leave out, because it is personal or empty without
   * its parameters.
   */
  readonly isPrivate?: true;
}

const landing: PageInfo = {
  path: '/landing',
  title: 'See what changed on the land',
  description:
    'Open maps for conservation practitioners: compare satellite images of two dates, and edit maps as a team.',
};

const collaborativeMapper =
  'Edit maps and geospatial data as a team: everyone proposes, the owner decides, nothing is lost.';
const habitatPatrol =
  'Choose an area and two dates: Habitat Patrol compares their satellite images and shows what changed.';
const valueMapper = 'Combine maps of what matters into one map of conservation value.';

/** Every page, in the order of the specification's route table. Other addresses answer 404. */
export const pages: readonly PageInfo[] = [
  { ...landing, path: '/' },
  landing,
  {
    path: '/profile/:username?',
    title: 'Profile',
    description: 'Who works with these maps: a profile.',
    isPrivate: true,
  },
  {
    path: '/apps/collaborativemapper',
    title: 'Collaborative Mapper',
    description: collaborativeMapper,
  },
  {
    path: '/apps/collaborativemapper/home',
    title: 'Collaborative Mapper',
    description: collaborativeMapper,
  },
  {
    path: '/apps/collaborativemapper/dashboard',
    title: 'Collaborative Mapper dashboard',
    description: collaborativeMapper,
    isPrivate: true,
  },
  {
    path: '/invitations/:token',
    title: 'Invitation to a map',
    description: collaborativeMapper,
    isPrivate: true,
  },
  {
    path: '/apps/collaborativemapper/map',
    title: 'Collaborative Mapper map',
    description: collaborativeMapper,
    isPrivate: true,
  },
  {
    path: '/apps/conservationvaluemapper',
    title: 'Conservation Value Mapper',
    description: valueMapper,
    isPrivate: true,
  },
  {
    path: '/apps/conservationvaluemapper/dashboard',
    title: 'Conservation Value Mapper dashboard',
    description: valueMapper,
    isPrivate: true,
  },
  {
    path: '/apps/conservationvaluemapper/projects/:projectID',
    title: 'Conservation Value Mapper project',
    description: valueMapper,
    isPrivate: true,
  },
  {
    path: '/apps/habitatpatrol',
    title: 'Habitat Patrol',
    description: habitatPatrol,
  },
  {
    path: '/apps/habitatpatrol/home',
    title: 'Habitat Patrol',
    description: habitatPatrol,
  },
  {
    path: '/apps/habitatpatrol/map',
    title: 'Habitat Patrol map',
    description: 'An area on two dates, and what changed on the land between them.',
  },
  {
    path: '/apps/habitatpatrol/runs',
    title: 'My runs',
    description: 'Your own analyses in Habitat Patrol.',
    isPrivate: true,
  },
  {
    path: '/apps/habitatpatrol/places',
    title: 'Places',
    description: 'Your own areas in Habitat Patrol, and the looks at them.',
    isPrivate: true,
  },
  {
    path: '/apps/habitatpatrol/places/:id',
    title: 'Place',
    description: 'An area of your own in Habitat Patrol, and the looks at it.',
    isPrivate: true,
  },
  {
    path: '/apps/habitatpatrol/batches/:id',
    title: 'Several areas',
    description: 'Several areas, each compared between the same two dates in Habitat Patrol.',
    isPrivate: true,
  },
  {
    path: '/apps/habitatpatrol/compare',
    title: 'Comparison',
    description: 'Two looks at the land in Habitat Patrol: what is new, gone and the same.',
    isPrivate: true,
  },
  {
    path: '/apps/habitatpatrol/report',
    title: 'Habitat Patrol report',
    description: 'A result of Habitat Patrol, made for printing.',
    isPrivate: true,
  },
  {
    path: '/accounts/activate',
    title: 'Account activation',
    description: 'Confirms a new account by its mailed link.',
    isPrivate: true,
  },
  {
    path: '/accounts/passwordreset',
    title: 'Password reset',
    description: 'Sets a new password by a mailed link.',
    isPrivate: true,
  },
  {
    path: '/accounts/email',
    title: 'Email confirmation',
    description: 'Confirms a changed email address by its mailed link.',
    isPrivate: true,
  },
  {
    path: '/unsubscribe',
    title: 'No more mails about maps',
    description: 'Ends mails about what others did, by the link of such a mail.',
    isPrivate: true,
  },
  {
    path: '/betatesting',
    title: 'Beta testing',
    description: 'Try new conservation tools first, and tell us what works in the field.',
  },
  {
    path: '/support/contact',
    title: 'Contact',
    description: 'Reach out, give feedback, or report a bug.',
  },
  {
    path: '/support/help',
    title: 'Help',
    description: 'What each app does, the methods, the keyboard, and where the data comes from.',
  },
  {
    path: '/support/about',
    title: 'Who runs this site',
    description: 'The organizations behind this site, and how to reach them.',
  },
  {
    path: '/support/sitemap',
    title: 'Site map',
    description: 'Every page of the site, and of the organizations behind it.',
  },
  {
    path: '/support/creativecommonslicense',
    title: 'Creative Commons license',
    description:
      'The full legal code of Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International.',
  },
  {
    path: '/support/privacy',
    title: 'Privacy policy',
    description: 'What this site keeps about you, why, for how long, and how to have it deleted.',
  },
  {
    path: '/support/cookies',
    title: 'Cookie policy',
    description: 'The one cookie and the few notes in your browser that this site uses.',
  },
  {
    path: '/401',
    title: 'Not authenticated',
    description: 'What is shown to people who may not see a page.',
    isPrivate: true,
  },
  {
    path: '/styleguide',
    title: 'Style guide',
    description: 'Every part that the pages are made of.',
    isPrivate: true,
  },
];

/** The page for every address that does not exist. */
export const notFoundPage: Omit<PageInfo, 'path'> = {
  title: 'Page not found',
  description: 'There is no page at this address.',
  isPrivate: true,
};

const segment = '[^/]+';
const patterns = pages.map(
  ({ path }) =>
    new RegExp(
      `^${path.replace(/\/:\w+\?/g, `(?:/${segment})?`).replace(/:\w+/g, segment)}/?$`,
      'i',
    ),
);

/**
 * Finds the page of an address.
 * @param path without query and fragment; as in the router, case and a slash at the end are ignored
 */
export function pageAt(path: string): PageInfo | undefined {
  return pages[patterns.findIndex((pattern) => pattern.test(path))];
}

/** The title of a page for its tab, the browser's history and screen readers. */
export function documentTitle(title: string, brandName: string): string {
  return `${title} · ${brandName}`;
}

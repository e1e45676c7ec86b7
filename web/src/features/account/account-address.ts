import { withParameters } from '../../lib/parameters.ts';

/** The parts of one's own profile, in the order of their tabs. The first is the default. */
const profileTabs = ['apps', 'profile', 'account'] as const;
type ProfileTab = (typeof profileTabs)[number];

const parameter = 'tab';

/** The tab that these search parameters name, or the first one. */
export function tabOf(parameters: URLSearchParams): ProfileTab {
  const value = parameters.get(parameter);
  return profileTabs.find((tab) => tab === value) ?? profileTabs[0];
}

/** Whether these search parameters name a tab, which only an owner has. */
export function namesTab(parameters: URLSearchParams): boolean {
  return parameters.has(parameter);
}

/** The same parameters with another tab. */
export function withTab(parameters: URLSearchParams, tab: ProfileTab): URLSearchParams {
  return withParameters(parameters, { [parameter]: tab === profileTabs[0] ? null : tab });
}

/** Where the owner of an account changes it. */
export function accountTabAddress(username: string): string {
  return `/profile/${encodeURIComponent(username)}?${parameter}=account`;
}

/**
 * The landing page with the log-in modal open, which closes at once for somebody who is logged in.
 */
export const landingWithLogIn = '/landing?modal=login';

import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import {
  defaultSiteSettings,
  isOutwardLink,
  type Organisation,
  organisationLinkKinds,
  organisationLinkLabels,
  type SiteSettings,
  siteSettingsElementId,
} from '@refugia/contract/site/site.ts';

/**
 * The operator's settings. The server writes them into each page, but Vite's server in `npm run
 * dev` does not.
 */
export const siteSettings: SiteSettings = readSettings();

function readSettings(): SiteSettings {
  // Tests of the route table have no document.
  if (typeof document === 'undefined') return defaultSiteSettings;
  const element = document.getElementById(siteSettingsElementId);
  return element === null ? defaultSiteSettings : JSON.parse(element.textContent ?? '');
}

/** Addresses of the contact form, with the subject filled in. */
export const contactAddresses = {
  contact: '/support/contact?subject=Reaching+out',
  feedback: '/support/contact?subject=Providing+feedback',
  bug: '/support/contact?subject=Reporting+a+bug',
} as const;

/** An organisation's own pages, as links. */
export function organisationLinks({ links }: Organisation) {
  return organisationLinkKinds.flatMap((kind) => {
    const href = links[kind];
    if (href === undefined) return [];
    return [{ label: organisationLinkLabels[kind], href, external: isOutwardLink(href) }];
  });
}

interface AppVisibility {
  isInBeta: boolean;
  /** Whether menus lead to it. */
  isInMenus: boolean;
  /** Whether the profile shows its card. */
  hasCard: boolean;
}

/**
 * Where somebody sees the Conservation Value Mapper. In beta its card is for testers, and menus show
 * it to everybody who is signed in; otherwise it is shown to all.
 */
export function valueMapperFor(
  account: Pick<CurrentAccount, 'is_app_tester'> | null,
  betaApps = siteSettings.betaApps,
): AppVisibility {
  const isInBeta = betaApps.includes('conservation-value-mapper');
  return {
    isInBeta,
    isInMenus: !isInBeta || account !== null,
    hasCard: !isInBeta || account?.is_app_tester === true,
  };
}

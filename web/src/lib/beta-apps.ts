import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import { siteSettings } from './site-settings.ts';

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

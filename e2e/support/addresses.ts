import type { Page } from '@playwright/test';

/**
 * Every address of the specification's route table that shows a visitor something. The style guide
 * has journeys of its own.
 */
export const visitorAddresses = [
  '/landing',
  '/landing?modal=login',
  '/landing?modal=signup',
  '/apps/collaborativemapper/home',
  '/apps/collaborativemapper/dashboard',
  '/apps/collaborativemapper/map',
  '/apps/conservationvaluemapper/dashboard',
  '/apps/conservationvaluemapper/projects/1',
  '/apps/habitatpatrol',
  '/apps/habitatpatrol/map',
  '/accounts/activate?uid=1&token=none',
  '/accounts/passwordreset?token=none&username=none',
  '/accounts/email?token=none',
  '/betatesting',
  '/support/contact',
  '/support/help',
  '/support/about',
  '/support/sitemap',
  '/support/creativecommonslicense',
  '/support/privacy',
  '/support/cookies',
  '/401',
  '/nowhere',
] as const;

/**
 * Visits one of these addresses. The page of an invalid reset link leaves for the landing page by
 * itself, so the link counts as valid here and its form stays.
 */
export async function visit(page: Page, address: string): Promise<void> {
  await page.route('**/api/accounts/pass_reset?*', (route) =>
    route.fulfill({ json: { valid: true } }),
  );
  await page.goto(address);
}

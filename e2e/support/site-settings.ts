import type { Page } from '@playwright/test';
import { type SiteSettings, siteSettingsElementId } from '@refugia/contract/site/site.ts';

/**
 * Lets the pages that are opened from here on have other settings than those of the product that all
 * journeys share.
 */
export async function changeSiteSettings(
  page: Page,
  changes: Partial<SiteSettings>,
): Promise<void> {
  const element = new RegExp(`(<script [^>]*id="${siteSettingsElementId}">)([^<]*)`);
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace(
      element,
      (_, tag, json) => `${tag}${JSON.stringify({ ...JSON.parse(json), ...changes })}`,
    );
    return route.fulfill({ response, body });
  });
}

import {
  defaultSiteSettings,
  type SiteSettings,
  siteSettingsElementId,
} from '@refugia/contract/site/site.ts';

/**
 * The operator's settings of this site. The server writes them into each page, but Vite's server in
 * `npm run dev` does not.
 */
export const siteSettings: SiteSettings = readSettings();

function readSettings(): SiteSettings {
  // Tests of the route table have no document.
  if (typeof document === 'undefined') return defaultSiteSettings;
  const element = document.getElementById(siteSettingsElementId);
  return element === null ? defaultSiteSettings : JSON.parse(element.textContent ?? '');
}

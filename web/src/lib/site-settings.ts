import {
  defaultSiteSettings,
  type SiteSettings,
  siteSettingsElementId,
} from '@refugia/contract/site.ts';

/** Who runs this site: the server writes it into each page; Vite's own server in `npm run dev` does not. */
export const siteSettings: SiteSettings = readSettings();

function readSettings(): SiteSettings {
  // Tests of the route table run without a document.
  if (typeof document === 'undefined') return defaultSiteSettings;
  const element = document.getElementById(siteSettingsElementId);
  return element === null ? defaultSiteSettings : JSON.parse(element.textContent ?? '');
}

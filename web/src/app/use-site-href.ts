import { useHref } from 'react-router';

/** An address with a scheme of its own (`https:`, `mailto:` …), or one that begins with a host. */
const leadsOffTheSite = (href: string): boolean => /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(href);

/**
 * The `href` of a link. The router resolves every address against the open page, even one that
 * leads off the site, so those are kept as they are.
 */
export function useSiteHref(href: string): string {
  const resolved = useHref(leadsOffTheSite(href) ? '/' : href);
  return leadsOffTheSite(href) ? href : resolved;
}

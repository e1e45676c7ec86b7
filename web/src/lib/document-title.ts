import { documentTitle, notFoundPage, pageAt } from '@refugia/contract/site/pages.ts';
import { useEffect, useLayoutEffect } from 'react';
import { siteSettings } from './site-settings.ts';

function setTitle(title: string): void {
  document.title = documentTitle(title, siteSettings.brandName);
}

/**
 * Sets the document's title to that of the table of pages, as the server does. Used once, by the
 * shell.
 */
export function useTitleOfPage(pathname: string): void {
  // This runs before the page's own effects, so that a title which the page sets takes precedence.
  useLayoutEffect(() => setTitle((pageAt(pathname) ?? notFoundPage).title), [pathname]);
}

/** Sets the title of a page that is not in the table of pages, such as a profile or an error. */
export function useDocumentTitle(title: string): void {
  useEffect(() => setTitle(title), [title]);
}

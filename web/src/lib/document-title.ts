import { documentTitle, notFoundPage, pageAt } from '@refugia/contract/pages.ts';
import { useEffect, useLayoutEffect } from 'react';
import { siteSettings } from './site-settings.ts';

function setTitle(title: string): void {
  document.title = documentTitle(title, siteSettings.brandName);
}

/** Names each page as the server does. Used once, by the shell. */
export function useTitleOfPage(pathname: string): void {
  // Before the effects of the page itself, whose own title goes before this one.
  useLayoutEffect(() => setTitle((pageAt(pathname) ?? notFoundPage).title), [pathname]);
}

/** For a page whose name is not in the table of pages: whose profile it is, what went wrong. */
export function useDocumentTitle(title: string): void {
  useEffect(() => setTitle(title), [title]);
}

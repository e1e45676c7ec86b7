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

/**
 * Sets the title of what is shown where the table of pages has none, such as a profile, an error or
 * a result. The former title returns with what was shown before, unless another page has set its
 * own.
 */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    const former = document.title;
    setTitle(title);
    const own = document.title;
    return () => {
      if (document.title === own) document.title = former;
    };
  }, [title]);
}

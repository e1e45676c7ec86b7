import { useEffect } from 'react';

const siteName = 'Refugia';

/** Names the page in the tab, the history and to screen readers; the site's name follows. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === siteName ? title : `${title} · ${siteName}`;
  }, [title]);
}

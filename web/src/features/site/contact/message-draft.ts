const key = 'contact-draft';

/**
 * The unsent message, which is kept as long as the tab. A reload, a wrong link or an expired
 * session must not cost anybody a page of text.
 */
export const messageDraft = {
  read(): string {
    try {
      return sessionStorage.getItem(key) ?? '';
    } catch {
      return '';
    }
  },
  write(text: string): void {
    try {
      sessionStorage.setItem(key, text);
    } catch {
      // If storage is blocked or full, the text lasts as long as the page.
    }
  },
  remove(): void {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // If storage is blocked, nothing was stored.
    }
  },
};

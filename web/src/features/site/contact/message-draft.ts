const key = 'contact-draft';

/**
 * The message that is being written, kept for as long as the tab lives: a reload, a wrong link or a
 * session that ends must not cost anybody a page of text.
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
      // Storage is blocked or full: the text lives as long as the page.
    }
  },
  remove(): void {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Nothing was stored where storage is blocked.
    }
  },
};

export interface StoredText {
  read(): string | null;
  write(text: string): void;
  remove(): void;
}

/**
 * Keeps a text in the browser. Where storage is blocked or full (private windows, policies), it
 * lasts as long as the page.
 * @param storage `sessionStorage` for a text that belongs to this tab
 */
export function storedText(storage: 'localStorage' | 'sessionStorage', name: string): StoredText {
  let memory: string | null = null;
  return {
    read() {
      try {
        return globalThis[storage].getItem(name) ?? memory;
      } catch {
        return memory;
      }
    },
    write(text) {
      try {
        globalThis[storage].setItem(name, text);
        memory = null;
      } catch {
        memory = text;
      }
    },
    remove() {
      memory = null;
      try {
        globalThis[storage].removeItem(name);
      } catch {
        // If storage is blocked, nothing was stored.
      }
    },
  };
}

/** The key that the specification requires. Other tabs read the same key. */
const tokenKey = 'token';

export interface TokenStorage {
  read(): string | null;
  write(token: string): void;
  remove(): void;
}

/**
 * Keeps the token in the browser's local storage. Where storage is blocked (private windows,
 * policies), the token lasts as long as the page, so that logging in still works.
 */
export function browserTokenStorage(): TokenStorage {
  let memory: string | null = null;
  return {
    read() {
      try {
        return localStorage.getItem(tokenKey) ?? memory;
      } catch {
        return memory;
      }
    },
    write(token) {
      try {
        localStorage.setItem(tokenKey, token);
        memory = null;
      } catch {
        memory = token;
      }
    },
    remove() {
      memory = null;
      try {
        localStorage.removeItem(tokenKey);
      } catch {
        // If storage is blocked, nothing was stored.
      }
    },
  };
}

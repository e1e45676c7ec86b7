import { useEffect, useSyncExternalStore } from 'react';
import { createApiClient } from './api-client.ts';
import { createSessionStore, currentAccountPath, type SessionState } from './session-store.ts';
import { browserTokenStorage } from './token.ts';

const storage = browserTokenStorage();

/** Every call to our own server, with the session's token. */
export const callApi = createApiClient({
  readToken: storage.read,
  onTokenRefused: (token, { method, path }) => {
    // The call that asks whose token it is judges itself; any other makes that question be asked.
    const isThatQuestion = method === 'GET' && path === currentAccountPath;
    if (!isThatQuestion && token === storage.read()) void session.refresh();
  },
});

/** The one session of this page. */
export const session = createSessionStore(callApi, storage);

/** Who is using this browser, kept up to date. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.getState);
}

/**
 * Checks the session at the start, whenever the tab is seen again, and when another tab logs in or
 * out. Used once, by the shell.
 */
export function useSessionUpkeep(): void {
  useEffect(() => {
    const refresh = () => void session.refresh();
    const refreshWhenSeen = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    refresh();
    document.addEventListener('visibilitychange', refreshWhenSeen);
    window.addEventListener('storage', refresh);
    return () => {
      document.removeEventListener('visibilitychange', refreshWhenSeen);
      window.removeEventListener('storage', refresh);
    };
  }, []);
}

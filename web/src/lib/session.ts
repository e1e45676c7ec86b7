import { useEffect } from 'react';
import { createApiClient } from './api-client.ts';
import { currentAccountPath, type SessionState, SessionStore } from './session-store.ts';
import { useStore } from './store.ts';
import { storedText } from './stored-text.ts';

/** The specification names the key. Other tabs read the same one. */
const storage = storedText('localStorage', 'token');

/** Every call to our own server, with the session's token. */
export const callApi = createApiClient({
  readToken: storage.read,
  onTokenRefused: (token, { method, path }) => {
    // The store handles a 401 of the call for the current account itself. After that of any other
    // call it checks the token.
    const isThatQuestion = method === 'GET' && path === currentAccountPath;
    if (!isThatQuestion && token === storage.read()) void session.refresh();
  },
});

/** The log-in token for connections that are not calls, which send it in their first message. */
export const readLoginToken = storage.read;

export const session = new SessionStore(callApi, storage);

export function useSession(): SessionState {
  return useStore(session);
}

/**
 * Checks the session at the start, when the tab is seen again, and when another tab logs in or out.
 * Used once, by the shell.
 */
export function useSessionUpkeep(): void {
  useEffect(() => {
    const refresh = () => void session.refresh();
    const refreshWhenSeen = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    refresh();
    const upkeep = new AbortController();
    document.addEventListener('visibilitychange', refreshWhenSeen, { signal: upkeep.signal });
    window.addEventListener('storage', refresh, { signal: upkeep.signal });
    return () => upkeep.abort();
  }, []);
}

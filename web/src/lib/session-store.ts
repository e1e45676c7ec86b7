import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import type { CallApi } from './api-client.ts';
import { CallFailedError, RequestRefusedError } from './api-errors.ts';
import type { StoredText } from './stored-text.ts';

export type SessionState =
  /** A token is stored and its account is being fetched for the first time. */
  | { readonly status: 'checking'; readonly account: null }
  | { readonly status: 'visitor'; readonly account: null }
  | { readonly status: 'authenticated'; readonly account: CurrentAccount };

/**
 * Identifies the person in the keys of cached personal replies, so that nobody is shown those of
 * the person before.
 */
export function personOf({ status, account }: SessionState): string {
  return status === 'authenticated' ? `account ${account.id}` : status;
}

/** The call that returns the token's account. */
export const currentAccountPath = '/api/accounts/useraccount';

/** The call that ends the session of its token. */
const logOutPath = '/api/accounts/logout';

/** The outcome of a log-in with correct credentials. */
type LogInOutcome = 'authenticated' | 'not-activated';

export interface SessionStore {
  getState(): SessionState;
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void;
  /**
   * Is called when a session ended that the person did not end. @returns a function that
   * unsubscribes
   */
  onExpired(listener: () => void): () => void;
  /**
   * Reads the token again and fetches its account: at the start, and when the tab becomes visible
   * again.
   */
  refresh(): Promise<void>;
  /**
   * @throws RequestRefusedError when the credentials are not valid, CallFailedError when a call
   * failed; the person is then logged out as before
   */
  logIn(credentials: { username: string; password: string }): Promise<LogInOutcome>;
  /** Deletes the token in this browser and asks the server to end its session. */
  logOut(): void;
  /** Stores the account that an update of one's own profile returned. */
  replaceAccount(account: CurrentAccount): void;
}

const visitor: SessionState = { status: 'visitor', account: null };
const checking: SessionState = { status: 'checking', account: null };

/**
 * The state of the person's session. It is independent of React, so that each of its rules can be
 * tested alone.
 */
export function createSessionStore(callApi: CallApi, storage: StoredText): SessionStore {
  let state: SessionState = storage.read() === null ? visitor : checking;
  // Each change has a number, so that a late reply to an older call can't undo later changes.
  let generation = 0;
  const listeners = new Set<() => void>();
  const expiryListeners = new Set<() => void>();

  function change(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  const fetchAccount = () => callApi<CurrentAccount>(currentAccountPath);

  function accept(account: CurrentAccount): void {
    if (account.token !== undefined) storage.write(account.token);
    change({ status: 'authenticated', account });
  }

  function end(): void {
    generation++;
    storage.remove();
    change(visitor);
  }

  return {
    getState: () => state,

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    onExpired(listener) {
      expiryListeners.add(listener);
      return () => expiryListeners.delete(listener);
    },

    async refresh() {
      generation++;
      const asked = generation;
      if (storage.read() === null) {
        if (state.status !== 'visitor') change(visitor);
        return;
      }
      try {
        const account = await fetchAccount();
        if (asked !== generation) return;
        if (account.anonymous) end();
        else accept(account);
      } catch (error) {
        if (asked !== generation) return;
        // A 429 says nothing about the session.
        if (error instanceof RequestRefusedError && error.status !== 429) {
          end();
          for (const listener of expiryListeners) listener();
          return;
        }
        if (!(error instanceof CallFailedError || error instanceof RequestRefusedError))
          throw error;
        // An unreachable server does not mean a log-out. The token and what is known of the account
        // stay.
        if (state.status === 'checking') change(visitor);
      }
    },

    async logIn(credentials) {
      generation++;
      const asked = generation;
      const { token } = await callApi<{ token: string }>('/token-auth/', {
        method: 'POST',
        body: credentials,
        authenticated: false,
      });
      storage.write(token);
      try {
        const account = await fetchAccount();
        if (account.anonymous) {
          storage.remove();
          return 'not-activated';
        }
        if (asked === generation) accept(account);
        return 'authenticated';
      } catch (cause) {
        storage.remove();
        throw new CallFailedError('The account could not be read after logging in.', null, {
          cause,
        });
      }
    },

    logOut() {
      if (storage.read() !== null) {
        // The reply is not awaited. Without a connection the token expires by its age.
        callApi(logOutPath, { method: 'POST' }).catch(() => {});
      }
      end();
    },

    replaceAccount(account) {
      generation++;
      accept(account);
    },
  };
}

import type { CurrentAccount } from '@refugia/contract/account.ts';
import type { CallApi } from './api-client.ts';
import { CallFailedError, RequestRefusedError } from './api-errors.ts';
import type { TokenStorage } from './token.ts';

export type SessionState =
  /** A token is stored and its account is being fetched for the first time. */
  | { readonly status: 'checking'; readonly account: null }
  | { readonly status: 'visitor'; readonly account: null }
  | { readonly status: 'authenticated'; readonly account: CurrentAccount };

/**
 * Who uses the browser, as part of the keys by which replies are kept that are theirs alone: nobody is
 * shown those of whoever was there before.
 */
export function personOf({ status, account }: SessionState): string {
  return status === 'authenticated' ? `account ${account.id}` : status;
}

/** The call that says whose token it is. */
export const currentAccountPath = '/api/accounts/useraccount';

/** The call that ends the token that it carries. */
const logOutPath = '/api/accounts/logout';

/** What became of a log-in whose credentials were right. */
type LogInOutcome = 'authenticated' | 'not-activated';

export interface SessionStore {
  getState(): SessionState;
  /** @returns what ends the subscription */
  subscribe(listener: () => void): () => void;
  /** Told when a session ended that the person did not end. @returns what ends the subscription */
  onExpired(listener: () => void): () => void;
  /** Reads the token again and asks whose it is: at the start, and when the tab is seen again. */
  refresh(): Promise<void>;
  /**
   * @throws RequestRefusedError when the credentials are not valid, CallFailedError when a call
   * failed; the person is then logged out as before
   */
  logIn(credentials: { username: string; password: string }): Promise<LogInOutcome>;
  /** Forgets the token here, and has the server end it. */
  logOut(): void;
  /** Takes over what an update of the own account returned. */
  replaceAccount(account: CurrentAccount): void;
}

const visitor: SessionState = { status: 'visitor', account: null };
const checking: SessionState = { status: 'checking', account: null };

/** Who is using this browser. It knows no React, so that each rule of it can be tested alone. */
export function createSessionStore(callApi: CallApi, storage: TokenStorage): SessionStore {
  let state: SessionState = storage.read() === null ? visitor : checking;
  // A slow answer to an older question must not undo what happened since.
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
    generation += 1;
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
      generation += 1;
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
        if (error instanceof RequestRefusedError) {
          end();
          for (const listener of expiryListeners) listener();
          return;
        }
        if (!(error instanceof CallFailedError)) throw error;
        // Out of reach is not logged out: the token stays, and so does what is known of the account.
        if (state.status === 'checking') change(visitor);
      }
    },

    async logIn(credentials) {
      generation += 1;
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
        // Nobody waits for it: without a connection the token ends by its age.
        callApi(logOutPath, { method: 'POST' }).catch(() => {});
      }
      end();
    },

    replaceAccount(account) {
      generation += 1;
      accept(account);
    },
  };
}

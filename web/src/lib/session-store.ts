import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import type { CallApi } from './api-client.ts';
import { CallFailedError, RequestRefusedError } from './api-errors.ts';
import { Store } from './store.ts';
import type { StoredText } from './stored-text.ts';

export type SessionState =
  /** A token is stored and its account is being fetched for the first time. */
  | { readonly status: 'checking'; readonly account: null }
  | { readonly status: 'visitor'; readonly account: null }
  | { readonly status: 'authenticated'; readonly account: CurrentAccount };

/**
 * Identifies the person in the keys of cached replies, so that nobody is shown those of the person
 * before.
 */
export function personOf({ status, account }: SessionState): string {
  return status === 'authenticated' ? `account ${account.id}` : status;
}

export const currentAccountPath = '/api/accounts/useraccount';

const logOutPath = '/api/accounts/logout';

type LogInOutcome = 'authenticated' | 'not-activated';

const visitor: SessionState = { status: 'visitor', account: null };
const checking: SessionState = { status: 'checking', account: null };

/**
 * The state of the person's session. It is independent of React, so that each of its rules can be
 * tested alone.
 */
export class SessionStore extends Store<SessionState> {
  readonly #callApi: CallApi;
  readonly #storage: StoredText;
  /** Each change has a number, so that a late reply to an older call can't undo later changes. */
  #generation = 0;
  readonly #expiryListeners = new Set<() => void>();

  constructor(callApi: CallApi, storage: StoredText) {
    super(storage.read() === null ? visitor : checking);
    this.#callApi = callApi;
    this.#storage = storage;
  }

  /**
   * Called when a session ended that the person did not end. @returns a function that unsubscribes
   */
  onExpired(listener: () => void): () => void {
    this.#expiryListeners.add(listener);
    return () => this.#expiryListeners.delete(listener);
  }

  /**
   * Reads the token again and fetches its account: at the start, and when the tab is seen again.
   */
  async refresh(): Promise<void> {
    const generation = ++this.#generation;
    if (this.#storage.read() === null) {
      if (this.getState().status !== 'visitor') this.setState(visitor);
      return;
    }
    try {
      const account = await this.#fetchAccount();
      if (generation !== this.#generation) return;
      if (account.anonymous) this.#end();
      else this.#accept(account);
    } catch (error) {
      if (generation !== this.#generation) return;
      // A 429 says nothing about the session.
      if (error instanceof RequestRefusedError && error.status !== 429) {
        this.#end();
        for (const listener of this.#expiryListeners) listener();
        return;
      }
      if (!(error instanceof CallFailedError || error instanceof RequestRefusedError)) throw error;
      // An unreachable server does not mean a log-out. The token and what is known of the account
      // stay.
      if (this.getState().status === 'checking') this.setState(visitor);
    }
  }

  /**
   * @throws RequestRefusedError when the credentials are not valid, CallFailedError when a call
   * failed; the person is then logged out as before
   */
  async logIn(credentials: { username: string; password: string }): Promise<LogInOutcome> {
    const generation = ++this.#generation;
    const { token } = await this.#callApi<{ token: string }>('/token-auth/', {
      method: 'POST',
      body: credentials,
      authenticated: false,
    });
    this.#storage.write(token);
    try {
      const account = await this.#fetchAccount();
      if (account.anonymous) {
        this.#storage.remove();
        return 'not-activated';
      }
      if (generation === this.#generation) this.#accept(account);
      return 'authenticated';
    } catch (cause) {
      this.#storage.remove();
      throw new CallFailedError('The account could not be read after logging in.', null, {
        cause,
      });
    }
  }

  /** Deletes the token in this browser and asks the server to end its session. */
  logOut(): void {
    if (this.#storage.read() !== null) {
      // The reply is not awaited. Without a connection the token expires by its age.
      this.#callApi(logOutPath, { method: 'POST' }).catch(() => {});
    }
    this.#end();
  }

  /** Stores the account that an update of one's own profile returned. */
  replaceAccount(account: CurrentAccount): void {
    this.#generation++;
    this.#accept(account);
  }

  #fetchAccount(): Promise<CurrentAccount> {
    return this.#callApi<CurrentAccount>(currentAccountPath);
  }

  #accept(account: CurrentAccount): void {
    if (account.token !== undefined) this.#storage.write(account.token);
    this.setState({ status: 'authenticated', account });
  }

  #end(): void {
    this.#generation++;
    this.#storage.remove();
    this.setState(visitor);
  }
}

import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import { describe, expect, test } from 'vitest';
import type { CallApi, CallOptions } from './api-client.ts';
import { CallFailedError, RequestRefusedError } from './api-errors.ts';
import { personOf, SessionStore } from './session-store.ts';
import type { StoredText } from './stored-text.ts';

const account: CurrentAccount = {
  id: 1,
  username: 'field_one',
  email: 'one@example.org',
  email_verified: true,
  first_name: 'Field',
  last_name: 'One',
  organization: '',
  bio: '',
  photo: null,
  email_subscribed: false,
  area_units: null,
  anonymous: false,
  is_app_tester: false,
};
const unactivated: CurrentAccount = { ...account, id: null, username: '', anonymous: true };
const refused = new RequestRefusedError(401, { error: 'Log in.', code: 'unauthenticated' });
const unreachable = new CallFailedError('The server could not be reached.', null);

function memoryStorage(token: string | null): StoredText & { token: string | null } {
  return {
    token,
    read() {
      return this.token;
    },
    write(next) {
      this.token = next;
    },
    remove() {
      this.token = null;
    },
  };
}

type Answer = () => unknown;

function sessionWith(token: string | null, answers: Record<string, Answer>) {
  const storage = memoryStorage(token);
  const calls: [path: string, options: CallOptions][] = [];
  const callApi = (async (path: string, options: CallOptions = {}) => {
    calls.push([path, options]);
    return answers[path]();
  }) as CallApi;
  const session = new SessionStore(callApi, storage);
  let expiries = 0;
  session.onExpired(() => {
    expiries++;
  });
  return { session, storage, calls, expiries: () => expiries };
}

const fails = (error: unknown) => () => Promise.reject(error);
const current = '/api/accounts/useraccount';
const login = '/token-auth/';
const logOut = '/api/accounts/logout';

test('what is kept for one person is kept for nobody else', () => {
  const people = [
    personOf({ status: 'visitor', account: null }),
    personOf({ status: 'authenticated', account }),
    personOf({ status: 'authenticated', account: { ...account, id: 2 } }),
  ];
  expect(new Set(people).size).toBe(3);
  const renamed = { ...account, username: 'field_two' };
  expect(personOf({ status: 'authenticated', account: renamed })).toBe(people[1]);
});

describe('at the start', () => {
  test('nobody is logged in without a token, and nothing is asked', async () => {
    const { session, calls } = sessionWith(null, {});
    expect(session.getState()).toEqual({ status: 'visitor', account: null });
    await session.refresh();
    expect(calls).toEqual([]);
  });

  test('a token is checked before it counts', async () => {
    const { session } = sessionWith('t', { [current]: () => account });
    expect(session.getState().status).toBe('checking');
    await session.refresh();
    expect(session.getState()).toEqual({ status: 'authenticated', account });
  });

  test('a token that is refused ends the session and says so', async () => {
    const { session, storage, expiries } = sessionWith('t', { [current]: fails(refused) });
    await session.refresh();
    expect(session.getState().status).toBe('visitor');
    expect(storage.token).toBeNull();
    expect(expiries()).toBe(1);
  });

  test('an account that is not activated counts as logged out', async () => {
    const { session, storage, expiries } = sessionWith('t', { [current]: () => unactivated });
    await session.refresh();
    expect(session.getState().status).toBe('visitor');
    expect(storage.token).toBeNull();
    expect(expiries()).toBe(0);
  });

  test('a server out of reach leaves the token for later', async () => {
    const { session, storage, expiries } = sessionWith('t', { [current]: fails(unreachable) });
    await session.refresh();
    expect(session.getState().status).toBe('visitor');
    expect(storage.token).toBe('t');
    expect(expiries()).toBe(0);
  });
});

describe('when the tab is seen again', () => {
  test('a token that another tab removed logs out here too', async () => {
    const { session, storage } = sessionWith('t', { [current]: () => account });
    await session.refresh();
    storage.remove();
    await session.refresh();
    expect(session.getState().status).toBe('visitor');
  });

  test('a renewed token takes the place of the old one', async () => {
    const { session, storage } = sessionWith('old', {
      [current]: () => ({ ...account, token: 'new' }),
    });
    await session.refresh();
    expect(storage.token).toBe('new');
  });

  test('too many calls from this address do not log out', async () => {
    const tooMany = new RequestRefusedError(429, { error: 'Wait.', code: 'rate_limited' });
    let answer: Answer = () => account;
    const { session, storage, expiries } = sessionWith('t', { [current]: () => answer() });
    await session.refresh();
    answer = fails(tooMany);
    await session.refresh();
    expect(session.getState()).toEqual({ status: 'authenticated', account });
    expect(storage.token).toBe('t');
    expect(expiries()).toBe(0);
  });

  test('a server out of reach does not log out', async () => {
    let answer: Answer = () => account;
    const { session } = sessionWith('t', { [current]: () => answer() });
    await session.refresh();
    answer = fails(unreachable);
    await session.refresh();
    expect(session.getState()).toEqual({ status: 'authenticated', account });
  });
});

describe('logging in', () => {
  test('stores the token, then fetches the account', async () => {
    const { session, storage, calls } = sessionWith(null, {
      [login]: () => ({ token: 'fresh' }),
      [current]: () => account,
    });
    const credentials = { username: 'field_one', password: 'Secret!23' };
    await expect(session.logIn(credentials)).resolves.toBe('authenticated');
    expect(storage.token).toBe('fresh');
    expect(session.getState()).toEqual({ status: 'authenticated', account });
    expect(calls).toEqual([
      [login, { method: 'POST', body: credentials, authenticated: false }],
      [current, {}],
    ]);
  });

  test('into an account that is not activated leaves no token behind', async () => {
    const { session, storage } = sessionWith(null, {
      [login]: () => ({ token: 'fresh' }),
      [current]: () => unactivated,
    });
    await expect(session.logIn({ username: 'u', password: 'p' })).resolves.toBe('not-activated');
    expect(storage.token).toBeNull();
    expect(session.getState().status).toBe('visitor');
  });

  test('with wrong credentials changes nothing', async () => {
    const { session, storage } = sessionWith(null, { [login]: fails(refused) });
    await expect(session.logIn({ username: 'u', password: 'p' })).rejects.toBe(refused);
    expect(storage.token).toBeNull();
    expect(session.getState().status).toBe('visitor');
  });

  test('is a failed call when the account cannot be read afterwards', async () => {
    const { session, storage } = sessionWith(null, {
      [login]: () => ({ token: 'fresh' }),
      [current]: fails(refused),
    });
    await expect(session.logIn({ username: 'u', password: 'p' })).rejects.toBeInstanceOf(
      CallFailedError,
    );
    expect(storage.token).toBeNull();
  });
});

describe('logging out', () => {
  test('removes the token, tells listeners, and is not an expiry', async () => {
    const { session, storage, calls, expiries } = sessionWith('t', {
      [current]: () => account,
      [logOut]: () => ({ message: 'Logged out.' }),
    });
    await session.refresh();
    let changes = 0;
    const unsubscribe = session.subscribe(() => {
      changes++;
    });
    session.logOut();
    expect(storage.token).toBeNull();
    expect(session.getState().status).toBe('visitor');
    expect(changes).toBe(1);
    expect(expiries()).toBe(0);
    expect(calls.at(-1)).toEqual([logOut, { method: 'POST' }]);
    unsubscribe();
  });

  test('needs no server', async () => {
    const { session, storage, expiries } = sessionWith('t', {
      [current]: () => account,
      [logOut]: fails(unreachable),
    });
    await session.refresh();
    session.logOut();
    await Promise.resolve();
    expect(storage.token).toBeNull();
    expect(session.getState().status).toBe('visitor');
    expect(expiries()).toBe(0);
  });

  test('is not undone by an answer that was on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<CurrentAccount>();
    const { session, storage } = sessionWith('t', {
      [current]: () => promise,
      [logOut]: () => ({ message: 'Logged out.' }),
    });
    const refreshing = session.refresh();
    session.logOut();
    resolve({ ...account, token: 'renewed' });
    await refreshing;
    expect(session.getState().status).toBe('visitor');
    expect(storage.token).toBeNull();
  });
});

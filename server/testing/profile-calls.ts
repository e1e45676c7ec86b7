import type { TestAccount, TestApp } from './test-app.ts';

/** Calls about an account's own profile, made as its owner. */
export function profileCalls(product: () => TestApp) {
  const url = '/api/accounts/useraccount';

  /** All fields of a new account's profile, with changes. */
  const profileOf = (user: TestAccount, changes: Record<string, unknown> = {}) => ({
    username: user.username,
    first_name: 'Given',
    last_name: 'Family',
    email: user.email,
    organization: '',
    bio: '',
    email_subscribed: false,
    photo: null,
    ...changes,
  });
  return {
    change: (user: TestAccount, changes: Record<string, unknown>) =>
      product().app.inject({
        method: 'PUT',
        url,
        headers: user.headers,
        payload: profileOf(user, changes),
      }),
    current: (user: TestAccount) => product().app.inject({ url, headers: user.headers }),
  };
}

import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import type { PublicAccount } from '@refugia/contract/account/profile.ts';
import type { Account } from '../../platform/session/sessions.ts';

/** Where a photo is served, from its path below /media/. */
function photoAddress(photo: string | null): string | null {
  return photo && `/media/${photo}`;
}

/** What an account may see of itself. An account that is not activated only sees that it is not. */
export function describeAccount(account: Account, isAppTester: boolean): CurrentAccount {
  const anonymous = account.activatedAt === null;
  const shown = (text: string) => (anonymous ? '' : text);
  return {
    id: anonymous ? null : account.id,
    username: shown(account.username),
    email: shown(account.email),
    email_verified: !anonymous && account.emailChangedAt === null,
    first_name: shown(account.firstName),
    last_name: shown(account.lastName),
    organization: shown(account.organization),
    bio: shown(account.bio),
    photo: anonymous ? null : photoAddress(account.photo),
    email_subscribed: !anonymous && account.emailSubscribed,
    area_units: anonymous ? null : account.areaUnits,
    anonymous,
    is_app_tester: !anonymous && isAppTester,
  };
}

/** The public part of an account. */
export function describePublicly(account: Account): PublicAccount {
  const { username, organization, bio, photo } = account;
  return { username, organization, bio, photo: photoAddress(photo) };
}

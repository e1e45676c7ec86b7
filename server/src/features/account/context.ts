import type { PersonalDataHolder } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountLimits } from './limits.ts';
import type { AccountMails } from './mails.ts';
import type { TakenField } from './queries.ts';

/** What the routes of this feature share. */
export interface AccountContext {
  readonly platform: Platform;
  readonly allow: AccountLimits;
  readonly mails: AccountMails;
  readonly holders: readonly PersonalDataHolder[];
  /** App testers are named by a setting, from which alone their rights follow. */
  isTester(username: string): boolean;
  /** Testers' names are given out by the administrator, so nobody can take one. */
  isReserved(field: TakenField, value: string): boolean;
}

/** The heading of these routes in the API's document. */
export const tags = ['account'];

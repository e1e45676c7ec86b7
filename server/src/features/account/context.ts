import type { Orm, Queryable } from '../../platform/database/database.ts';
import { describeCalls } from '../../platform/http/api.ts';
import type { AddressConfirmed, PersonalDataHolder, Platform } from '../../platform/platform.ts';
import type { AccountLimits } from './limits.ts';
import type { AccountMails } from './mails.ts';
import type { TakenField } from './queries.ts';

/** What the routes of this feature share. */
export interface AccountContext {
  readonly platform: Platform;
  readonly orm: Orm;
  readonly allow: AccountLimits;
  readonly mails: AccountMails;
  readonly holders: readonly PersonalDataHolder[];
  readonly addressConfirmed: AddressConfirmed;
  /** Whether this is an app tester. A setting names them, and their rights follow from it alone. */
  isTester(username: string): boolean;
  /**
   * Whether nobody can take a name or an address: another account has it, or it is a tester's name, which
   * only the administrator assigns.
   * @param ownId the account that may have it
   */
  isTaken(orm: Queryable, field: TakenField, value: string, ownId?: number): Promise<boolean>;
}

/** Describe the calls about accounts. */
export const { forAccounts, withoutToken } = describeCalls('account');

import type { Queryable } from '../../platform/database/database.ts';
import type { MailMessage } from '../../platform/mail/message.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Account } from '../../platform/session/sessions.ts';
import { createLink, validTime } from './links.ts';
import type { LinkPurpose } from './token-queries.ts';

/** The mails to accounts. Each is sent once its transaction is committed. */
export interface AccountMails {
  /** A link that activates the account. */
  activation(transaction: Queryable, account: Account): Promise<void>;
  /** A link that sets a new password. */
  passwordReset(transaction: Queryable, account: Account): Promise<void>;
  username(transaction: Queryable, account: Account): Promise<void>;
  /** A link that confirms the account's changed address, and a note to the former address. */
  emailChanged(transaction: Queryable, account: Account): Promise<void>;
  passwordChanged(transaction: Queryable, account: Account): Promise<void>;
  deleted(transaction: Queryable, account: Account): Promise<void>;
}

/** The address that the account's owner has confirmed. */
function confirmedAddress({ formerEmail, email }: Account): string {
  return formerEmail ?? email;
}

/** Creates the mails to accounts, with the brand and the address of the settings. */
export function createAccountMails({
  config,
  mailer,
}: Pick<Platform, 'config' | 'mailer'>): AccountMails {
  const { brandName, publicUrl } = config;

  const linkTo = (purpose: LinkPurpose, transaction: Queryable, account: Account) =>
    createLink(transaction, account, { purpose, publicUrl });

  function send(
    transaction: Queryable,
    account: Account,
    mail: Pick<MailMessage, 'to' | 'subject' | 'parts'>,
  ): Promise<void> {
    const parts = [`Hello ${account.firstName},`, ...mail.parts];
    return mailer.send({ ...mail, parts }, transaction);
  }

  const writeToUs = `If it was not you, write to ${config.supportEmail} at once.`;

  return {
    async activation(transaction, account) {
      const url = await linkTo('activation', transaction, account);
      await send(transaction, account, {
        to: account.email,
        subject: `Activate your ${brandName} account`,
        parts: [
          `Please follow this link to activate your ${brandName} account "${account.username}":`,
          { label: 'Activate account', url },
          `The link works once, within ${validTime('activation')}. If you did not sign up, no action is needed.`,
        ],
      });
    },
    async passwordReset(transaction, account) {
      const url = await linkTo('reset', transaction, account);
      await send(transaction, account, {
        to: confirmedAddress(account),
        subject: `Reset your ${brandName} password`,
        parts: [
          `Please follow this link to choose a new password for your ${brandName} account "${account.username}":`,
          { label: 'Reset password', url },
          `The link works once, within ${validTime('reset')}. If you did not ask for it, no action is needed: your password stays as it is.`,
        ],
      });
    },
    async username(transaction, account) {
      await send(transaction, account, {
        to: confirmedAddress(account),
        subject: `Your ${brandName} username`,
        parts: [
          `Your ${brandName} username is "${account.username}".`,
          { label: 'Log in', url: new URL('/landing?modal=login', publicUrl).href },
          'If you did not ask for it, no action is needed.',
        ],
      });
    },
    async emailChanged(transaction, account) {
      const url = await linkTo('email', transaction, account);
      await send(transaction, account, {
        to: account.email,
        subject: `Confirm your email address for ${brandName}`,
        parts: [
          `Please follow this link to confirm that this is the email address of your ${brandName} account "${account.username}":`,
          { label: 'Confirm email address', url },
          `The link works once, within ${validTime('email')}. If you have no such account, no action is needed.`,
        ],
      });
      await send(transaction, account, {
        to: confirmedAddress(account),
        subject: `The email address of your ${brandName} account is changing`,
        parts: [
          `The email address of your ${brandName} account "${account.username}" was changed to ${account.email}. Until that address is confirmed, this one still receives password resets.`,
          writeToUs,
        ],
      });
    },
    async passwordChanged(transaction, account) {
      await send(transaction, account, {
        to: confirmedAddress(account),
        subject: `The password of your ${brandName} account was changed`,
        parts: [
          `The password of your ${brandName} account "${account.username}" was changed, and every device was logged out.`,
          writeToUs,
        ],
      });
    },
    async deleted(transaction, account) {
      await send(transaction, account, {
        to: confirmedAddress(account),
        subject: `Your ${brandName} account was deleted`,
        parts: [
          `Your ${brandName} account "${account.username}" was deleted with everything that belonged to it.`,
          writeToUs,
        ],
      });
    },
  };
}

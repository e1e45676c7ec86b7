import type { Queryable } from '../../platform/database/database.ts';
import type { MailMessage } from '../../platform/mail/message.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Account } from '../../platform/session/sessions.ts';
import { createLink, validTime } from './links.ts';
import type { LinkPurpose } from './token-queries.ts';

/** The address that the account's owner has confirmed. */
function confirmedAddress({ formerEmail, email }: Account): string {
  return formerEmail ?? email;
}

interface AccountMail extends Pick<MailMessage, 'subject' | 'parts'> {
  /** Default: the confirmed address. */
  readonly to?: string;
}

/** The mails to accounts. Each is sent once its transaction is committed. */
export class AccountMails {
  readonly #config: Platform['config'];
  readonly #mailer: Platform['mailer'];
  readonly #brandName: string;

  constructor({ config, mailer }: Pick<Platform, 'config' | 'mailer'>) {
    this.#config = config;
    this.#mailer = mailer;
    this.#brandName = config.brandName;
  }

  #linkTo(purpose: LinkPurpose, transaction: Queryable, account: Account): Promise<string> {
    const { publicUrl } = this.#config;
    return createLink(transaction, account, { purpose, publicUrl });
  }

  #send(
    transaction: Queryable,
    account: Account,
    { to = confirmedAddress(account), subject, parts }: AccountMail,
  ): Promise<void> {
    const greeting = `Hello ${account.firstName},`;
    return this.#mailer.send({ to, subject, parts: [greeting, ...parts] }, transaction);
  }

  get #writeToUs(): string {
    return `If it was not you, write to ${this.#config.supportEmail} at once.`;
  }

  /** A link that activates the account. */
  async activation(transaction: Queryable, account: Account): Promise<void> {
    const url = await this.#linkTo('activation', transaction, account);
    await this.#send(transaction, account, {
      to: account.email,
      subject: `Activate your ${this.#brandName} account`,
      parts: [
        `Please follow this link to activate your ${this.#brandName} account "${account.username}":`,
        { label: 'Activate account', url },
        `The link works once, within ${validTime('activation')}. If you did not sign up, no action is needed.`,
      ],
    });
  }

  /** A link that sets a new password. */
  async passwordReset(transaction: Queryable, account: Account): Promise<void> {
    const url = await this.#linkTo('reset', transaction, account);
    await this.#send(transaction, account, {
      subject: `Reset your ${this.#brandName} password`,
      parts: [
        `Please follow this link to choose a new password for your ${this.#brandName} account "${account.username}":`,
        { label: 'Reset password', url },
        `The link works once, within ${validTime('reset')}. If you did not ask for it, no action is needed: your password stays as it is.`,
      ],
    });
  }

  async username(transaction: Queryable, account: Account): Promise<void> {
    await this.#send(transaction, account, {
      subject: `Your ${this.#brandName} username`,
      parts: [
        `Your ${this.#brandName} username is "${account.username}".`,
        { label: 'Log in', url: new URL('/landing?modal=login', this.#config.publicUrl).href },
        'If you did not ask for it, no action is needed.',
      ],
    });
  }

  /** A link that confirms the account's changed address, and a note to the former address. */
  async emailChanged(transaction: Queryable, account: Account): Promise<void> {
    const url = await this.#linkTo('email', transaction, account);
    await this.#send(transaction, account, {
      to: account.email,
      subject: `Confirm your email address for ${this.#brandName}`,
      parts: [
        `Please follow this link to confirm that this is the email address of your ${this.#brandName} account "${account.username}":`,
        { label: 'Confirm email address', url },
        `The link works once, within ${validTime('email')}. If you have no such account, no action is needed.`,
      ],
    });
    await this.#send(transaction, account, {
      subject: `The email address of your ${this.#brandName} account is changing`,
      parts: [
        `The email address of your ${this.#brandName} account "${account.username}" was changed to ${account.email}. Until that address is confirmed, this one still receives password resets.`,
        this.#writeToUs,
      ],
    });
  }

  async passwordChanged(transaction: Queryable, account: Account): Promise<void> {
    await this.#send(transaction, account, {
      subject: `The password of your ${this.#brandName} account was changed`,
      parts: [
        `The password of your ${this.#brandName} account "${account.username}" was changed, and every device was logged out.`,
        this.#writeToUs,
      ],
    });
  }

  async deleted(transaction: Queryable, account: Account): Promise<void> {
    await this.#send(transaction, account, {
      subject: `Your ${this.#brandName} account was deleted`,
      parts: [
        `Your ${this.#brandName} account "${account.username}" was deleted with everything that belonged to it.`,
        this.#writeToUs,
      ],
    });
  }
}

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

/** The mails to accounts. Each is sent once its transaction is committed. */
export class AccountMails {
  readonly #config: Platform['config'];
  readonly #mailer: Platform['mailer'];

  constructor({ config, mailer }: Pick<Platform, 'config' | 'mailer'>) {
    this.#config = config;
    this.#mailer = mailer;
  }

  #linkTo(purpose: LinkPurpose, transaction: Queryable, account: Account): Promise<string> {
    const { publicUrl } = this.#config;
    return createLink(transaction, account, { purpose, publicUrl });
  }

  #send(
    transaction: Queryable,
    account: Account,
    mail: Pick<MailMessage, 'to' | 'subject' | 'parts'>,
  ): Promise<void> {
    const parts = [`Hello ${account.firstName},`, ...mail.parts];
    return this.#mailer.send({ ...mail, parts }, transaction);
  }

  get #writeToUs(): string {
    return `If it was not you, write to ${this.#config.supportEmail} at once.`;
  }

  /** A link that activates the account. */
  async activation(transaction: Queryable, account: Account): Promise<void> {
    const { brandName } = this.#config;
    const url = await this.#linkTo('activation', transaction, account);
    await this.#send(transaction, account, {
      to: account.email,
      subject: `Activate your ${brandName} account`,
      parts: [
        `Please follow this link to activate your ${brandName} account "${account.username}":`,
        { label: 'Activate account', url },
        `The link works once, within ${validTime('activation')}. If you did not sign up, no action is needed.`,
      ],
    });
  }

  /** A link that sets a new password. */
  async passwordReset(transaction: Queryable, account: Account): Promise<void> {
    const { brandName } = this.#config;
    const url = await this.#linkTo('reset', transaction, account);
    await this.#send(transaction, account, {
      to: confirmedAddress(account),
      subject: `Reset your ${brandName} password`,
      parts: [
        `Please follow this link to choose a new password for your ${brandName} account "${account.username}":`,
        { label: 'Reset password', url },
        `The link works once, within ${validTime('reset')}. If you did not ask for it, no action is needed: your password stays as it is.`,
      ],
    });
  }

  async username(transaction: Queryable, account: Account): Promise<void> {
    const { brandName } = this.#config;
    await this.#send(transaction, account, {
      to: confirmedAddress(account),
      subject: `Your ${brandName} username`,
      parts: [
        `Your ${brandName} username is "${account.username}".`,
        { label: 'Log in', url: new URL('/landing?modal=login', this.#config.publicUrl).href },
        'If you did not ask for it, no action is needed.',
      ],
    });
  }

  /** A link that confirms the account's changed address, and a note to the former address. */
  async emailChanged(transaction: Queryable, account: Account): Promise<void> {
    const { brandName } = this.#config;
    const url = await this.#linkTo('email', transaction, account);
    await this.#send(transaction, account, {
      to: account.email,
      subject: `Confirm your email address for ${brandName}`,
      parts: [
        `Please follow this link to confirm that this is the email address of your ${brandName} account "${account.username}":`,
        { label: 'Confirm email address', url },
        `The link works once, within ${validTime('email')}. If you have no such account, no action is needed.`,
      ],
    });
    await this.#send(transaction, account, {
      to: confirmedAddress(account),
      subject: `The email address of your ${brandName} account is changing`,
      parts: [
        `The email address of your ${brandName} account "${account.username}" was changed to ${account.email}. Until that address is confirmed, this one still receives password resets.`,
        this.#writeToUs,
      ],
    });
  }

  async passwordChanged(transaction: Queryable, account: Account): Promise<void> {
    const { brandName } = this.#config;
    await this.#send(transaction, account, {
      to: confirmedAddress(account),
      subject: `The password of your ${brandName} account was changed`,
      parts: [
        `The password of your ${brandName} account "${account.username}" was changed, and every device was logged out.`,
        this.#writeToUs,
      ],
    });
  }

  async deleted(transaction: Queryable, account: Account): Promise<void> {
    const { brandName } = this.#config;
    await this.#send(transaction, account, {
      to: confirmedAddress(account),
      subject: `Your ${brandName} account was deleted`,
      parts: [
        `Your ${brandName} account "${account.username}" was deleted with everything that belonged to it.`,
        this.#writeToUs,
      ],
    });
  }
}

import { keysOf } from '@refugia/contract/members.ts';
import type { BetaPreferences } from '@refugia/contract/site/beta-testing.ts';
import { betaAppLabels, betaProgramOptionLabels } from '@refugia/contract/site/choices.ts';
import type { MailMessage } from '../../platform/mail/message.ts';
import type { Account } from '../../platform/session/sessions.ts';
import type { ContactMessage } from './queries.ts';

/**
 * The mail about a contact message to the support address. Replies go to the person who wrote it.
 * @param account the logged-in account, if any
 */
export function describeContact(
  to: string,
  contact: ContactMessage,
  account: Account | undefined,
): MailMessage {
  const name = `${contact.firstName} ${contact.lastName}`;
  return {
    to,
    subject: `${contact.subject}: message from ${name}`,
    parts: [
      'Somebody wrote by the contact form. Answering this mail answers them.',
      {
        facts: [
          ['Name', name],
          ['Email', contact.email],
          ['Account', account ? `${account.username} (${account.email})` : 'not logged in'],
          ['Subject', contact.subject],
        ],
      },
      { quote: contact.message },
    ],
    replyTo: { name, address: contact.email },
  };
}

function tickedLabels<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  ticked: Readonly<Record<Name, boolean>>,
): string {
  return keysOf(labels)
    .filter((name) => ticked[name])
    .map((name) => labels[name])
    .join(', ');
}

/** The mail to the support address about somebody who wants to take part in beta testing. */
export function describeBetaSignUp(
  to: string,
  { programOptions, apps }: BetaPreferences,
  account: Account,
): MailMessage {
  const name = `${account.firstName} ${account.lastName}`;
  return {
    to,
    subject: `Beta testing: ${account.username}`,
    parts: [
      'Somebody wants to take part in beta testing, or changed how. This replaces what they chose before.',
      {
        facts: [
          ['Name', name],
          ['Account', account.username],
          ['Email', account.email],
          ['Program', tickedLabels(betaProgramOptionLabels, programOptions)],
          ['Apps', tickedLabels(betaAppLabels, apps)],
        ],
      },
    ],
    replyTo: { name, address: account.email },
  };
}

import { messages } from '@refugia/contract/messages.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { TakenField } from './queries.ts';
import { isTokenUsed, type LinkPurpose } from './token-queries.ts';

const takenMessages: Record<TakenField, string> = {
  username: messages.usernameTaken,
  email: messages.emailTaken,
};

/**
 * The failure for a username or an email address that somebody else has.
 * @param message a sentence for the form's field; default that of signing up
 */
export function takenFailure(field: TakenField, message = takenMessages[field]): ApiFailure {
  return new ApiFailure(409, `${field}_taken`, message, { [field]: message });
}

/** The failure of a log-in. It does not tell whether the name or the password was wrong. */
export function wrongCredentials(): ApiFailure {
  return new ApiFailure(400, 'credentials_not_valid', messages.credentialsNotValid);
}

interface LinkFailures {
  status: 400 | 401;
  /** The first word of the codes `…_used` and `…_expired`. */
  code: string;
  /** The sentence about a link that has expired, or never was one. */
  expired: string;
}

const linkFailures: Record<LinkPurpose, LinkFailures> = {
  activation: { status: 400, code: 'activation', expired: messages.activationExpired },
  reset: { status: 401, code: 'reset_link', expired: messages.linkNotValid },
  email: { status: 400, code: 'email_link', expired: messages.linkNotValid },
};

/** The failure of a mailed link that does not work, and says so when it was used before. */
export async function linkFailure(
  orm: Queryable,
  tokenHash: string,
  purpose: LinkPurpose,
): Promise<ApiFailure> {
  const { status, code, expired } = linkFailures[purpose];
  return (await isTokenUsed(orm, tokenHash, purpose))
    ? new ApiFailure(status, `${code}_used`, messages.linkUsed[purpose])
    : new ApiFailure(status, `${code}_expired`, expired);
}

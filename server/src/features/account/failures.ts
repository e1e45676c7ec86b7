import { messages } from '@refugia/contract/messages.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { TakenField } from './queries.ts';

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

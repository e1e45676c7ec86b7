import { messages } from '@refugia/contract/messages.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { TakenField } from './queries.ts';

const takenMessages: Record<TakenField, string> = {
  username: messages.usernameTaken,
  email: messages.emailTaken,
};

/** @param message what a form says, where it is not what signing up says */
export function takenFailure(field: TakenField, message = takenMessages[field]): ApiFailure {
  return new ApiFailure(409, `${field}_taken`, message, { [field]: message });
}

/** Says nothing of whether it was the name or the password. */
export function wrongCredentials(): ApiFailure {
  return new ApiFailure(400, 'credentials_not_valid', messages.credentialsNotValid);
}

import {
  emailSchema,
  passwordSchema,
  personNameSchema,
  type SignUp,
  usernameSchema,
} from '@refugia/contract/account/account.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { type FieldErrors, firstIssue } from '../../lib/validated-form.ts';

const { passwordMinLength, passwordMaxLength } = limits.account;

/** What a new password needs, which the form says before anything goes wrong. */
export const passwordHelp = `${passwordMinLength} to ${passwordMaxLength} characters, with a lowercase and an uppercase letter, a number and a special character.`;

function confirmationIssue(password: string, password2: string): string | undefined {
  if (password2 === '') return messages.required;
  return password === password2 ? undefined : messages.passwordsDiffer;
}

type NewPasswordField = 'password' | 'password2';

/** What is wrong with a new password and its repetition. */
export function judgeNewPassword(
  values: Readonly<Record<NewPasswordField, string>>,
): FieldErrors<NewPasswordField> {
  return {
    password: firstIssue(passwordSchema, values.password),
    password2: confirmationIssue(values.password, values.password2),
  };
}

export type SignUpField = keyof SignUp;

export const emptySignUp: Record<SignUpField, string> = {
  first_name: '',
  last_name: '',
  username: '',
  email: '',
  password: '',
  password2: '',
};

/** What is wrong with each field. */
export function judgeSignUp(
  values: Readonly<Record<SignUpField, string>>,
): FieldErrors<SignUpField> {
  return {
    first_name: firstIssue(personNameSchema, values.first_name),
    last_name: firstIssue(personNameSchema, values.last_name),
    username: firstIssue(usernameSchema, values.username),
    email: firstIssue(emailSchema, values.email),
    ...judgeNewPassword(values),
  };
}

/** The values as they are sent. Everything but the passwords is trimmed. */
export function signUpPayload(values: Readonly<Record<SignUpField, string>>): SignUp {
  return {
    ...values,
    first_name: values.first_name.trim(),
    last_name: values.last_name.trim(),
    username: values.username.trim(),
    email: values.email.trim(),
  };
}

import {
  emailSchema,
  passwordSchema,
  personNameSchema,
  type SignUp,
  usernameSchema,
} from '@refugia/contract/account/account.ts';
import { firstIssue } from '../../../lib/first-issue.ts';
import type { FieldErrors } from '../../../lib/validated-form.ts';
import { confirmationIssue } from '../password-rules.ts';

export type SignUpField = keyof SignUp;

export const emptySignUp: Record<SignUpField, string> = {
  first_name: '',
  last_name: '',
  username: '',
  email: '',
  password: '',
  password2: '',
};

/** What is wrong with each field; a field that is right is left out. */
export function judgeSignUp(
  values: Readonly<Record<SignUpField, string>>,
): FieldErrors<SignUpField> {
  const issues: Record<SignUpField, string | undefined> = {
    first_name: firstIssue(personNameSchema, values.first_name),
    last_name: firstIssue(personNameSchema, values.last_name),
    username: firstIssue(usernameSchema, values.username),
    email: firstIssue(emailSchema, values.email),
    password: firstIssue(passwordSchema, values.password),
    password2: confirmationIssue(values.password, values.password2),
  };
  return Object.fromEntries(Object.entries(issues).filter(([, issue]) => issue !== undefined));
}

/** The values as they are sent. Everything but the passwords is trimmed. */
export function signUpPayload(values: Readonly<Record<SignUpField, string>>): SignUp {
  return {
    first_name: values.first_name.trim(),
    last_name: values.last_name.trim(),
    username: values.username.trim(),
    email: values.email.trim(),
    password: values.password,
    password2: values.password2,
  };
}

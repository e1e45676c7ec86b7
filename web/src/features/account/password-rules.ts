import { passwordSchema } from '@refugia/contract/account/account.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { firstIssue } from '../../lib/first-issue.ts';
import type { FieldErrors } from '../../lib/validated-form.ts';

const { passwordMinLength, passwordMaxLength } = limits.account;

/** The rules for a new password, which the form states before anything goes wrong. */
export const passwordHelp = `${passwordMinLength} to ${passwordMaxLength} characters, with a lowercase and an uppercase letter, a number and a special character.`;

/** What is wrong with the repetition of a new password. */
export function confirmationIssue(password: string, password2: string): string | undefined {
  if (password2 === '') return messages.required;
  return password === password2 ? undefined : messages.passwordsDiffer;
}

export type NewPasswordField = 'password' | 'password2';

/** What is wrong with a new password and its repetition. */
export function judgeNewPassword(
  values: Readonly<Record<NewPasswordField, string>>,
): FieldErrors<NewPasswordField> {
  const password = firstIssue(passwordSchema, values.password);
  const password2 = confirmationIssue(values.password, values.password2);
  return {
    ...(password !== undefined && { password }),
    ...(password2 !== undefined && { password2 }),
  };
}

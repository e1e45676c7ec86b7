import type { emailSchema } from '@refugia/contract/account/account.ts';

/** The first of the issues that a rule has with a value. */
export function firstIssue(schema: typeof emailSchema, value: string): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

import type { emailSchema } from '@refugia/contract/account/account.ts';

/** The first issue that a rule finds in a value. */
export function firstIssue(schema: typeof emailSchema, value: string): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

/** What a zod schema does, as far as judging one field goes. */
interface FieldSchema {
  safeParse(value: string): { error?: { issues: readonly { message: string }[] } | undefined };
}

/** The first of the sentences that a rule of the contract has on a value; none when it is right. */
export function firstIssue(schema: FieldSchema, value: string): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

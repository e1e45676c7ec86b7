/** The part of a zod schema that is needed to check one field. */
interface FieldSchema {
  safeParse(value: string): { error?: { issues: readonly { message: string }[] } | undefined };
}

/** The first error message of a schema for a value, or undefined if the value is valid. */
export function firstIssue(schema: FieldSchema, value: string): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

import { errorReplies } from './error-replies.ts';

/**
 * Makes functions that describe calls to Fastify and in the API's document, each from its summary and its
 * schemas.
 * @param tag the heading of these calls in the document
 * @param refused the statuses with which any of these calls may be refused
 */
export function describeCalls<Status extends number = never>(tag: string, ...refused: Status[]) {
  const describe =
    (security?: Record<string, string[]>[]) =>
    <Schema extends { readonly response: object }>(summary: string, schema: Schema) => ({
      schema: {
        tags: [tag],
        summary,
        ...(security && { security }),
        ...schema,
        response: { ...schema.response, ...errorReplies(...refused) },
      },
    });
  return {
    /** Describes a call that takes an account's token. */
    forAccounts: describe([{ token: [] }]),
    /** Describes a call that may be made with a token and without one. */
    forAnybody: describe([{ token: [] }, {}]),
    /** Describes a call that heeds no token. */
    withoutToken: describe(),
  };
}

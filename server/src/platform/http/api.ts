import { apiErrorSchema } from '@refugia/contract/errors.ts';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** A Fastify instance whose routes take zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

type ErrorReplies<Status extends number> = Readonly<Record<Status, typeof apiErrorSchema>>;

/** The replies of a call that may fail with these status codes, for its schema. */
export function errorReplies<Status extends number>(...codes: Status[]): ErrorReplies<Status> {
  const replies = codes.map((code) => [code, apiErrorSchema] as const);
  return Object.fromEntries(replies) as ErrorReplies<Status>;
}

/** The reply of a route that answers with a file or a picture, in the API's document. */
export function binaryReply(description: string, ...mediaTypes: readonly string[]) {
  const schema = z.custom<Uint8Array | string>().meta({ type: 'string', format: 'binary' });
  return {
    description,
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }])),
  };
}

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

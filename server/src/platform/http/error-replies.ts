import { apiErrorSchema } from '@refugia/contract/errors.ts';

type ErrorReplies<Status extends number> = Readonly<Record<Status, typeof apiErrorSchema>>;

/** The replies of a call that may fail with these status codes, for its schema. */
export function errorReplies<Status extends number>(...codes: Status[]): ErrorReplies<Status> {
  const replies = codes.map((code) => [code, apiErrorSchema] as const);
  return Object.fromEntries(replies) as ErrorReplies<Status>;
}

import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { CallOptions } from './api-client.ts';
import { callApi } from './session.ts';

/** The query whose answer the API gives at a path, as JSON of this type. */
export const apiQuery = <Reply>(queryKey: QueryKey, path: string, options?: CallOptions) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => callApi<Reply>(path, { ...options, signal }),
  });

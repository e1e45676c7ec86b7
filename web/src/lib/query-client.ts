import { QueryClient } from '@tanstack/react-query';
import { CallFailedError } from './api-errors.ts';

/** The cache of everything fetched. A refusal is final; only a failed call is worth another try. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => error instanceof CallFailedError && failures < 2,
      },
    },
  });
}

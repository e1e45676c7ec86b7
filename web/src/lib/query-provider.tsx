import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallFailedError } from './api-errors.ts';

/** The cache of everything fetched. A refused call is not repeated. Only a failed call is. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => error instanceof CallFailedError && failures < 2,
    },
  },
});

/**
 * Wraps every page that fetches data. It is loaded with the first such page, because the landing
 * page fetches nothing.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallFailedError } from './api-errors.ts';

/** The cache of everything fetched. A refusal is final; only a failed call is worth another try. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => error instanceof CallFailedError && failures < 2,
    },
  },
});

/** Stands above every page that fetches. It comes with the first of them: the landing page fetches nothing. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { CallFailedError } from '../lib/api-errors.ts';

/** Only a failed call is repeated, and not a refused one. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => error instanceof CallFailedError && failures < 2,
    },
  },
});

/**
 * The layout of the pages that fetch data. It is loaded with the first such page, because the
 * landing page fetches nothing.
 */
export function QueryLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}

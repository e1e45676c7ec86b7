import { Outlet } from 'react-router';
import { QueryProvider } from '../lib/query-provider.tsx';

/** The layout of the pages that fetch. */
export function QueryLayout() {
  return (
    <QueryProvider>
      <Outlet />
    </QueryProvider>
  );
}

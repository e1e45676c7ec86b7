import { useSearchParams } from 'react-router';
import { type DashboardView, readDashboardView, writeDashboardView } from './dashboard-address.ts';

/**
 * What the dashboard shows, as the address keeps it, and how to show something else. Whatever changes
 * the list begins at its first page.
 */
export function useDashboardView(): [DashboardView, (change: Partial<DashboardView>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const show = (change: Partial<DashboardView>) =>
    setParameters(
      (current) =>
        writeDashboardView(current, { ...readDashboardView(current), page: 1, ...change }),
      { preventScrollReset: true, replace: change.search !== undefined },
    );
  return [readDashboardView(parameters), show];
}

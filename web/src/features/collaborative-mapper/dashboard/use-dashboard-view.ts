import { useSearchParams } from 'react-router';
import { type DashboardView, readDashboardView, writeDashboardView } from './dashboard-address.ts';

/**
 * The dashboard's view, which the address keeps, and a function that changes it. Every change of
 * the list shows its first page.
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

import {
  type MapListType,
  type MapSort,
  mapSorts,
  type SortOrder,
  sortOrders,
} from '@refugia/contract/collaborative-mapper/calls.ts';
import { useSearchParams } from 'react-router';
import { withParameters } from '../../../lib/parameters.ts';

const dashboardTabs = ['public_maps', 'my_maps'] as const satisfies readonly MapListType[];
export type DashboardTab = (typeof dashboardTabs)[number];

export interface DashboardView {
  tab: DashboardTab;
  /** From 1. */
  page: number;
  /** A part of a map's name or of a username. The empty text selects all maps. */
  search: string;
  sort: MapSort;
  direction: SortOrder;
}

/** The newest first, names from A to Z. */
function usualDirection(sort: MapSort): SortOrder {
  return sort === 'date' ? 'descending' : 'ascending';
}

/** Reads the view from an address. An invalid parameter counts as left out. */
export function readDashboardView(parameters: URLSearchParams): DashboardView {
  const tab = dashboardTabs.find((each) => each === parameters.get('tab')) ?? 'public_maps';
  const sort = mapSorts.find((each) => each === parameters.get('sort')) ?? 'date';
  const direction = sortOrders.find((each) => each === parameters.get('direction'));
  return {
    tab,
    page: Math.min(100_000, Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1)),
    search: (parameters.get('search') ?? '').slice(0, 100),
    sort,
    direction: direction ?? usualDirection(sort),
  };
}

/** Defaults are left out, and the parameters of others, such as a modal's, stay. */
export function writeDashboardView(
  parameters: URLSearchParams,
  { tab, page, search, sort, direction }: DashboardView,
): URLSearchParams {
  return withParameters(parameters, {
    tab: tab === 'public_maps' ? null : tab,
    page: page === 1 ? null : String(page),
    search: search || null,
    sort: sort === 'date' ? null : sort,
    direction: direction === usualDirection(sort) ? null : direction,
  });
}

/** The beginning of the query key of every list of maps. */
export const mapsKey = ['rrm', 'maps'] as const;

/** The dashboard's view, which the address keeps. Every change of the list shows its first page. */
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

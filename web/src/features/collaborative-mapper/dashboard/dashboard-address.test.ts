import { expect, test } from 'vitest';
import { type DashboardView, readDashboardView, writeDashboardView } from './dashboard-address.ts';

const usual: DashboardView = {
  tab: 'public_maps',
  page: 1,
  search: '',
  sort: 'date',
  direction: 'descending',
};

test.each<[string, DashboardView]>([
  ['', usual],
  ['tab=my_maps&page=3', { ...usual, tab: 'my_maps', page: 3 }],
  ['sort=name', { ...usual, sort: 'name', direction: 'ascending' }],
  ['direction=ascending&search=creek', { ...usual, direction: 'ascending', search: 'creek' }],
])('the address %j shows a view, and the view has that address', (address, view) => {
  expect(readDashboardView(new URLSearchParams(address))).toEqual(view);
  const written = writeDashboardView(new URLSearchParams(), view);
  written.sort();
  const expected = new URLSearchParams(address);
  expected.sort();
  expect(written.toString()).toBe(expected.toString());
});

test.each(['tab=elsewhere', 'page=-4', 'page=two', 'page=1e400', 'sort=size', 'direction=up'])(
  'what makes no sense counts as left out: %s',
  (address) => {
    const view = readDashboardView(new URLSearchParams(address));
    expect({ ...view, page: view.page === 100_000 ? 1 : view.page }).toEqual(usual);
  },
);

test('other parameters stay', () => {
  const next = writeDashboardView(new URLSearchParams('modal=login&page=2'), usual);
  expect(next.toString()).toBe('modal=login');
});

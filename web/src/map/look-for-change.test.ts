import { readArea } from '@refugia/contract/area.ts';
import type { Polygon } from 'geojson';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readAreaText } from './area-text.ts';
import { keptAreas, lookForChangeAddress } from './look-for-change.ts';

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A polygon of so many corners on a circle. */
function circle(corners: number): Polygon {
  const ring = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    return [-95 + 0.1 * Math.cos(angle), 41 + 0.1 * Math.sin(angle)].map((degrees) =>
      Number(degrees.toFixed(5)),
    );
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

test('an area is in the address, or kept in the tab when it is too long', () => {
  const areaIn = (address: string) =>
    new URL(address, 'https://maps.example.org').searchParams.get('area') ?? '';
  expect(readAreaText(areaIn(lookForChangeAddress(circle(20), 'Field')))).toEqual(circle(20));
  expect(areaIn(lookForChangeAddress(circle(500), 'Field'))).toBe('kept');
  const { coords, origin } = JSON.parse(keptAreas.read() ?? '');
  expect(readArea(coords)).toEqual(circle(500));
  expect(origin).toEqual({ kind: 'place', name: 'Field' });
});

import { writeArea } from '@refugia/contract/area.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import { storedText } from '../lib/stored-text.ts';
import { writeAreaText } from './area-text.ts';

/** Stands in an address for an area that is too long for it. */
export const keptArea = 'kept';

/** Keeps such an area in this tab. */
export const keptAreas = storedText('sessionStorage', 'habitat-patrol-area');

/** What is kept of an area: its text, and where it comes from. */
export interface Kept<Origin> {
  readonly coords: string;
  readonly origin: Origin;
}

/**
 * The address of Habitat Patrol with an area to look for change in. An area that is too long for an
 * address is kept in this tab for it.
 */
export function lookForChangeAddress(area: Polygon | MultiPolygon, name: string): string {
  const text = writeAreaText(area);
  if (text === null) {
    const origin = { kind: 'place', name };
    keptAreas.write(JSON.stringify({ coords: writeArea(area), origin } satisfies Kept<unknown>));
  }
  return `/apps/habitatpatrol/map?area=${text ?? keptArea}`;
}

import { readArea, writeArea } from '@refugia/contract/area.ts';
import { type Kept as KeptArea, keptArea, keptAreas } from '../../../map/look-for-change.ts';
import type { AreaOrigin, Interest, PatrolState } from '../state/patrol-state.ts';

type Kept = KeptArea<AreaOrigin>;

/** The state of an address, with the area that this tab keeps if the address says so. */
export function withKeptArea(state: PatrolState, parameters: URLSearchParams): PatrolState {
  if (state.phase !== 'empty' || parameters.get('area') !== keptArea) return state;
  const interest = recall();
  return interest === null ? state : { ...state, ...interest, phase: 'ready' };
}

/** Keeps the area in this tab for a reload, when it is too long for the address. */
export function keepArea({ area, origin }: Interest): void {
  keptAreas.write(JSON.stringify({ coords: writeArea(area), origin } satisfies Kept));
}

function recall(): Interest | null {
  try {
    const { coords, origin }: Kept = JSON.parse(keptAreas.read() ?? '');
    const area = readArea(coords);
    return area === null ? null : { area, origin };
  } catch {
    return null;
  }
}

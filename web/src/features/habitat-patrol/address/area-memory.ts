import { readArea, writeArea } from '@refugia/contract/area.ts';
import type { AreaOrigin, Interest, PatrolState } from '../state/patrol-state.ts';
import { keptArea } from './patrol-address.ts';

const storageKey = 'habitat-patrol-area';

/** The state of an address, with the area that this tab keeps if the address says so. */
export function withKeptArea(state: PatrolState, parameters: URLSearchParams): PatrolState {
  if (state.phase !== 'empty' || parameters.get('area') !== keptArea) return state;
  const interest = recall();
  return interest === null ? state : { ...state, ...interest, phase: 'ready' };
}

/** Keeps the area in this tab for a reload, when it is too long for the address. */
export function keepArea({ area, origin }: Interest): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ coords: writeArea(area), origin }));
  } catch {
    // Without storage the area lasts as long as the page.
  }
}

function recall(): Interest | null {
  try {
    const text = sessionStorage.getItem(storageKey);
    if (text === null) return null;
    const { coords, origin } = JSON.parse(text) as { coords: string; origin: AreaOrigin };
    const area = readArea(coords);
    return area === null ? null : { area, origin };
  } catch {
    return null;
  }
}

import { formatArea } from '@refugia/contract/area-text.ts';
import { type AreaUnits, areaUnits } from '@refugia/contract/area-units.ts';
import { useSyncExternalStore } from 'react';

import { session } from './session.ts';
import { storedText } from './stored-text.ts';
import { saveProfile } from './update-profile.ts';

const stored = storedText('localStorage', 'area-units');
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  const unsubscribe = session.subscribe(listener);
  window.addEventListener('storage', listener);
  listeners.add(listener);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', listener);
    listeners.delete(listener);
  };
}

/**
 * The units in which this person reads areas: those of the account, else those that were chosen in
 * this browser, else acres beside hectares where the browser's language is that of the United
 * States, and hectares elsewhere.
 */
export function readAreaUnits(): AreaUnits {
  return session.getState().account?.area_units ?? chosenHere() ?? usualUnits(navigator.language);
}

/** The units that a language suggests, such as `en-US`. */
export function usualUnits(language: string): AreaUnits {
  return new Intl.Locale(language).maximize().region === 'US' ? 'both' : 'hectares';
}

function chosenHere(): AreaUnits | undefined {
  const chosen = stored.read();
  return areaUnits.find((units) => units === chosen);
}

/** Keeps the choice in the account of a person who is logged in, or in the browser of a visitor. */
export async function chooseAreaUnits(units: AreaUnits): Promise<void> {
  if (session.getState().status === 'authenticated')
    return await saveProfile({ area_units: units });
  stored.write(units);
  for (const listener of listeners) listener();
}

/** The units in which this person reads areas, kept up to date. */
export function useAreaUnits(): AreaUnits {
  return useSyncExternalStore(subscribe, readAreaUnits, readAreaUnits);
}

/** Writes areas in the units that this person reads. */
export function useAreaTexts(): (hectares: number) => string {
  const units = useAreaUnits();
  return (hectares) => formatArea(hectares, { units });
}

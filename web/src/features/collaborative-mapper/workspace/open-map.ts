import { createContext, useContext } from 'react';
import type { MapClient } from '../map-client/map-client.ts';
import type { MapState } from '../state/map-state.ts';

interface OpenMap {
  readonly client: MapClient;
  readonly state: MapState;
}

const OpenMapContext = createContext<OpenMap | null>(null);

/** Provides the open map to everything on its screen. */
export const OpenMapProvider = OpenMapContext.Provider;

/** The open map. */
export function useOpenMap(): OpenMap {
  const open = useContext(OpenMapContext);
  if (!open) throw new Error('This part of the screen stands only where a map is open.');
  return open;
}

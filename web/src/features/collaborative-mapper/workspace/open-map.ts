import { createContext, useContext } from 'react';
import type { LngLat, Rectangle } from '../../../map/places.ts';
import type { MapClient } from '../map-client/map-client.ts';
import type { MapState } from '../state/map-state.ts';

const OpenMapContext = createContext<{ client: MapClient; state: MapState } | null>(null);

export const OpenMapProvider = OpenMapContext.Provider;

export type OpenMap = ReturnType<typeof useOpenMap>;

/** The map that is open on this screen, and what its viewer may do. */
export function useOpenMap() {
  const open = useContext(OpenMapContext);
  if (!open) throw new Error('This part of the screen needs an open map around it.');
  const { client, state } = open;
  const { status } = state.map;
  return {
    client,
    state,
    /** Makes calls that carry the map's token or key. */
    call: client.call,
    map: state.map,
    isOwner: status === 'creator',
    /** Whether the viewer decides about proposals. */
    canDecide: status === 'creator' || status === 'reviewer',
    canPropose: status !== 'viewer',
  };
}

/** What other parts of the screen may ask of the map. */
export interface MapTools {
  /** Takes a feature in hand, so that the panel shows it. */
  select(id: string | null): void;
  flyTo(center: LngLat, zoom?: number): void;
  fitBounds(bounds: Rectangle): void;
  /** West, south, east and north of the visible map, or null before it has loaded. */
  visibleBounds(): Rectangle | null;
  /** Null if the person cancels. */
  pickPlace(): Promise<LngLat | null>;
  /** A PNG of what the map shows. It rejects if there is no picture. */
  takePicture(): Promise<Blob>;
}

const MapToolsContext = createContext<MapTools | null>(null);

export const MapToolsProvider = MapToolsContext.Provider;

/** The tools of the map beside which this part of the screen is shown. */
export function useMapTools(): MapTools {
  const tools = useContext(MapToolsContext);
  if (!tools) throw new Error('This part of the screen needs a map beside it.');
  return tools;
}

import { createContext, useContext } from 'react';
import type { CallApi } from '../../../lib/api-client.ts';
import type { Rectangle } from '../../../map/places.ts';
import type { MapClient } from '../map-client/map-client.ts';
import { canDecide, canPropose, isOwner, type MapState } from '../state/map-state.ts';

/** A map that is open on this screen. */
export interface OpenMap {
  readonly client: MapClient;
  readonly state: MapState;
  /** Makes calls that carry the map's token, where there is one. */
  readonly call: CallApi;
  readonly map: MapState['map'];
  /** Whether the viewer owns the map, so that their changes apply directly. */
  readonly isOwner: boolean;
  /** Whether the viewer decides about proposals: the owner and reviewers do. */
  readonly canDecide: boolean;
  /** Whether the viewer may propose changes, or make them. */
  readonly canPropose: boolean;
}

const OpenMapContext = createContext<Pick<OpenMap, 'client' | 'state'> | null>(null);

/** Provides the open map to everything on its screen. */
export const OpenMapProvider = OpenMapContext.Provider;

/** The open map. */
export function useOpenMap(): OpenMap {
  const open = useContext(OpenMapContext);
  if (!open) throw new Error('This part of the screen stands only where a map is open.');
  const { client, state } = open;
  return {
    client,
    state,
    call: client.call,
    map: state.map,
    isOwner: isOwner(state),
    canDecide: canDecide(state),
    canPropose: canPropose(state),
  };
}

/** What other parts of the screen may ask of the map. */
export interface MapTools {
  /** Takes a feature in hand, so that the panel shows it. */
  select(id: string | null): void;
  flyTo(center: readonly [longitude: number, latitude: number], zoom?: number): void;
  fitBounds(bounds: Rectangle): void;
  /**
   * The bounds of the visible map (west, south, east, north), or null before the map has loaded.
   */
  visibleBounds(): Rectangle | null;
  /** Lets a person pick a place on the map. The result is null if they cancel. */
  pickPlace(): Promise<readonly [longitude: number, latitude: number] | null>;
  /** A PNG of what the map shows. It rejects if there is no picture. */
  takePicture(): Promise<Blob>;
}

const MapToolsContext = createContext<MapTools | null>(null);

export const MapToolsProvider = MapToolsContext.Provider;

/** The tools of the map beside which this part of the screen is shown. */
export function useMapTools(): MapTools {
  const tools = useContext(MapToolsContext);
  if (!tools) throw new Error('This part of the screen stands only beside a map.');
  return tools;
}

import { createContext, useContext } from 'react';
import type { Rectangle } from '../../../map/places.ts';

/** What other parts of the screen may ask of the map. */
export interface MapTools {
  /** The id of the feature in hand, or null. */
  readonly selectedId: string | null;
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

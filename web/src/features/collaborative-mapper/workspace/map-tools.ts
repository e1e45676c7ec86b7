import { createContext, useContext } from 'react';
import type { Rectangle } from '../../../map/drawing/rectangle-tool.ts';

/** What parts of the screen may ask of the map. */
export interface MapTools {
  /** The feature in hand; null while there is none. */
  readonly selectedId: string | null;
  /** Takes a feature in hand, and shows what can be done with it. */
  select(id: string | null): void;
  flyTo(center: readonly [longitude: number, latitude: number], zoom?: number): void;
  fitBounds(bounds: Rectangle): void;
  /** West, south, east, north of what is in view; null before the map is there. */
  visibleBounds(): Rectangle | null;
  /** Lets a person pick a place on the map; null when they give up. */
  pickPlace(): Promise<readonly [longitude: number, latitude: number] | null>;
  /** What the map shows, as a PNG. Rejects where there is none to be had. */
  takePicture(): Promise<Blob>;
}

const MapToolsContext = createContext<MapTools | null>(null);

export const MapToolsProvider = MapToolsContext.Provider;

export function useMapTools(): MapTools {
  const tools = useContext(MapToolsContext);
  if (!tools) throw new Error('This part of the screen stands only beside a map.');
  return tools;
}

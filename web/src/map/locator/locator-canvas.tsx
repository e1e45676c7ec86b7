import 'maplibre-gl/dist/maplibre-gl.css';
import { Layer, Map as MapLibre, Source } from '@vis.gl/react-maplibre';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useRef } from 'react';
import { styleUrl } from '../base-layers.ts';
import { absoluteRequest } from '../canvas/map-worker.ts';
import { AreaOutline, outlineColor } from '../overlays/area-outline.tsx';
import { creditsOf, pictureOf } from '../overlays/picture-of.ts';
import { locatorBounds } from './locator-bounds.ts';

export interface LocatorCanvasProps {
  area: Polygon | MultiPolygon;
  bounds: readonly [west: number, south: number, east: number, north: number];
  /** @param credits of the base map as plain text */
  onPicture: (picture: Blob, credits: string) => void;
  onFailure: () => void;
  /** Positions that are marked, so that small areas are found. Default the middle of the bounds. */
  marked?: Position[] | undefined;
}

/** The number of picture dots for each dot of the screen, because paper shows more of them. */
const pixelRatio = 3;

/**
 * A small map on Outdoors, which is drawn once for its picture.
 * Only `LocatorMap` loads this file, because the map engine comes with it.
 */
export default function LocatorCanvas(props: LocatorCanvasProps) {
  const { area, bounds, onPicture, onFailure } = props;
  const [west, south, east, north] = locatorBounds(bounds);
  const middle = [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2];
  const { marked = [middle] } = props;

  const isTaken = useRef(false);

  async function take(map: MapLibreMap): Promise<void> {
    // Taking a picture makes the map draw again, after which it is idle a second time.
    if (isTaken.current) return;
    isTaken.current = true;
    try {
      onPicture(await pictureOf(map), creditsOf(map));
    } catch {
      onFailure();
    }
  }

  return (
    <MapLibre
      initialViewState={{ bounds: [west, south, east, north] }}
      mapStyle={styleUrl('outdoors')}
      transformRequest={absoluteRequest}
      interactive={false}
      attributionControl={false}
      fadeDuration={0}
      pixelRatio={pixelRatio}
      // A tile that fails leaves a gap in the picture, and the report needs no more of it.
      onError={() => {}}
      onIdle={({ target }) => void take(target)}
    >
      <AreaOutline id="locator" area={area} />
      <Source id="locator-middle" type="geojson" data={{ type: 'MultiPoint', coordinates: marked }}>
        <Layer
          id="locator-middle"
          type="circle"
          paint={{
            'circle-radius': 12,
            'circle-color': outlineColor.usual,
            'circle-opacity': 0.25,
            'circle-stroke-color': outlineColor.casing,
            'circle-stroke-width': 2.5,
          }}
        />
      </Source>
    </MapLibre>
  );
}

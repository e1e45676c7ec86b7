import 'maplibre-gl/dist/maplibre-gl.css';
import { Map as MapLibre } from '@vis.gl/react-maplibre';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type ReactNode, useRef } from 'react';
import { styleUrl } from '../base-layers.ts';
import { absoluteRequest } from '../canvas/map-worker.ts';
import { creditsOf, pictureOf } from '../overlays/picture-of.ts';
import type { Rectangle } from '../places.ts';

interface StillMapProps {
  bounds: Rectangle;
  /** CSS pixels between the bounds and the edges. Default 0. */
  padding?: number;
  /** The number of picture dots for each dot of the screen, because paper shows more of them. */
  pixelRatio: number;
  /**
   * @param credits of the base map as plain text
   * @param bounds of the picture
   */
  onPicture: (picture: Blob, credits: string, bounds: Rectangle) => void;
  onFailure: () => void;
  children?: ReactNode;
}

/**
 * A map on Outdoors, which is drawn once for its picture.
 * Only what loads late may import this file, because the map engine comes with it.
 */
export default function StillMap(props: StillMapProps) {
  const { bounds, padding = 0, pixelRatio, onPicture, onFailure, children } = props;
  const [west, south, east, north] = bounds;
  const isTaken = useRef(false);

  async function take(map: MapLibreMap): Promise<void> {
    // Taking a picture makes the map draw again, after which it is idle a second time.
    if (isTaken.current) return;
    isTaken.current = true;
    try {
      const picture = await pictureOf(map);
      const [southWest, northEast] = map.getBounds().toArray();
      onPicture(picture, creditsOf(map), [...southWest, ...northEast]);
    } catch {
      onFailure();
    }
  }

  return (
    <MapLibre
      initialViewState={{ bounds: [west, south, east, north], fitBoundsOptions: { padding } }}
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
      {children}
    </MapLibre>
  );
}

import { Layer, Source } from '@vis.gl/react-maplibre';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { AreaOutline, outlineColor } from '../overlays/area-outline.tsx';
import type { Rectangle } from '../places.ts';
import { locatorBounds } from './locator-bounds.ts';
import StillMap from './still-map.tsx';

export interface LocatorCanvasProps {
  area: Polygon | MultiPolygon;
  bounds: Rectangle;
  /** @param credits of the base map as plain text */
  onPicture: (picture: Blob, credits: string) => void;
  onFailure: () => void;
  /** Positions that are marked, so that small areas are found. Default the middle of the bounds. */
  marked?: Position[] | undefined;
}

/** A small map on Outdoors, which is drawn once for its picture. It comes with the map engine. */
export default function LocatorCanvas(props: LocatorCanvasProps) {
  const { area, bounds, onPicture, onFailure } = props;
  const middle = [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2];
  const { marked = [middle] } = props;
  return (
    <StillMap
      bounds={locatorBounds(bounds)}
      pixelRatio={3}
      onPicture={onPicture}
      onFailure={onFailure}
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
    </StillMap>
  );
}

import { Layer, Source } from '@vis.gl/react-maplibre';
import type { Feature, FeatureCollection } from 'geojson';
import { useMemo } from 'react';
import { AreaOutline, outlineColor } from '../overlays/area-outline.tsx';
import { cornerDotPaint, cornerDots } from './corner-dots.ts';
import { isTooLong } from './drawing-tools.ts';
import type { PolygonTool } from './polygon-tool.ts';
import type { Drawing } from './use-drawing.ts';

interface SketchProps {
  drawing: Drawing;
  maxPerimeterMeters: number;
}

/** Draws the current sketch, in another colour once it is too long. */
export function Sketch({ drawing: { shape, polygon }, maxPerimeterMeters }: SketchProps) {
  const isRefused = isTooLong(shape, maxPerimeterMeters);
  const corners = useMemo(() => cornerFeatures(polygon), [polygon]);
  return (
    <>
      {shape && <AreaOutline id="drawing" area={shape} isRefused={isRefused} />}
      {corners && (
        <Source id="drawing-corners" type="geojson" data={corners}>
          <Layer
            id="drawing-corners-line"
            type="line"
            paint={{
              'line-color': isRefused ? outlineColor.refused : outlineColor.usual,
              'line-width': 2.5,
            }}
          />
          <Layer
            id="drawing-corners-dots"
            type="circle"
            filter={['==', ['geometry-type'], 'Point']}
            paint={cornerDotPaint}
          />
        </Source>
      )}
    </>
  );
}

/**
 * A dot at every corner, the first one larger, and the line through them. The result is null before
 * the first corner.
 */
function cornerFeatures(polygon: PolygonTool): FeatureCollection | null {
  if (polygon.phase === 'idle' || polygon.corners.length === 0) return null;
  const dots = cornerDots(polygon.corners);
  const path = polygon.pointer === null ? polygon.corners : [...polygon.corners, polygon.pointer];
  const line: Feature = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates: path.map((corner) => [...corner]) },
  };
  return { type: 'FeatureCollection', features: path.length > 1 ? [line, ...dots] : dots };
}

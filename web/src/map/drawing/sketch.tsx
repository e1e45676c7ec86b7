import { Layer, Source } from '@vis.gl/react-maplibre';
import type { Feature, FeatureCollection } from 'geojson';
import { useMemo } from 'react';
import { AreaOutline } from '../area-outline.tsx';
import type { PolygonTool } from './polygon-tool.ts';
import type { Drawing } from './use-drawing.ts';

/** What is being drawn, as it stands. */
export function Sketch({ drawing: { shape, polygon } }: { drawing: Drawing }) {
  const corners = useMemo(() => cornerFeatures(polygon), [polygon]);
  return (
    <>
      {shape && <AreaOutline id="drawing" area={shape} />}
      {corners && (
        <Source id="drawing-corners" type="geojson" data={corners}>
          <Layer
            id="drawing-corners-line"
            type="line"
            paint={{ 'line-color': '#ffd166', 'line-width': 2.5 }}
          />
          <Layer
            id="drawing-corners-dots"
            type="circle"
            filter={['==', ['geometry-type'], 'Point']}
            paint={{
              'circle-radius': ['case', ['get', 'isFirst'], 7, 5],
              'circle-color': '#ffffff',
              'circle-stroke-color': '#10201a',
              'circle-stroke-width': 2,
            }}
          />
        </Source>
      )}
    </>
  );
}

/** A dot at every corner, the first one larger, and the line through them; null before there is one. */
function cornerFeatures(polygon: PolygonTool): FeatureCollection | null {
  if (polygon.phase === 'idle' || polygon.corners.length === 0) return null;
  const dots = polygon.corners.map(
    (corner, index): Feature => ({
      type: 'Feature',
      properties: { isFirst: index === 0 },
      geometry: { type: 'Point', coordinates: [...corner] },
    }),
  );
  const path = polygon.pointer === null ? polygon.corners : [...polygon.corners, polygon.pointer];
  const line: Feature = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates: path.map((corner) => [...corner]) },
  };
  return { type: 'FeatureCollection', features: path.length > 1 ? [line, ...dots] : dots };
}

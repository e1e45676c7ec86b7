import { Layer, Source } from '@vis.gl/react-maplibre';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type { CircleLayerSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { AreaOutline, outlineColor } from '../overlays/area-outline.tsx';
import { type DrawnOutlines, OutlinesAbove, worldOutline } from '../overlays/outline-canvas.ts';
import type { LngLat } from '../places.ts';
import { isTooLong } from './drawing-tools.ts';
import { type PathTool, pathSoFar } from './path-tool.ts';
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

/** The same above what covers the map's own layers, such as values. */
export function SketchAbove({ drawing: { shape, polygon } }: Pick<SketchProps, 'drawing'>) {
  const drawn = useMemo((): DrawnOutlines => {
    const isBegun = polygon.phase === 'drawing' && polygon.corners.length > 0;
    return {
      outlines: [],
      chosen: shape && worldOutline(shape),
      corners: isBegun ? pathSoFar(polygon) : [],
    };
  }, [shape, polygon]);
  return <OutlinesAbove drawn={drawn} />;
}

/** A dot at every corner and the line through them, or null before the first corner. */
function cornerFeatures(polygon: PathTool): FeatureCollection | null {
  if (polygon.phase === 'idle' || polygon.corners.length === 0) return null;
  const dots = cornerDots(polygon.corners);
  const path = pathSoFar(polygon);
  const line: Feature = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates: path.map((corner) => [...corner]) },
  };
  return { type: 'FeatureCollection', features: path.length > 1 ? [line, ...dots] : dots };
}

interface ShapeSketchLayerProps {
  geometry: Geometry | null;
  corners: readonly LngLat[];
  /** Places where the outline is at fault, which are marked. */
  faults: readonly LngLat[];
}

/** Draws the current state of a shape that is being drawn or edited, bright with a dark casing. */
export function ShapeSketchLayer({ geometry, corners, faults }: ShapeSketchLayerProps) {
  const data = useMemo(() => collect(geometry, corners, faults), [geometry, corners, faults]);
  return (
    <Source id="shape-sketch" type="geojson" data={data}>
      <Layer
        id="shape-sketch-fill"
        type="fill"
        filter={['==', ['geometry-type'], 'Polygon']}
        paint={{ 'fill-color': outlineColor.usual, 'fill-opacity': 0.15 }}
      />
      <Layer
        id="shape-sketch-casing"
        type="line"
        filter={['!=', ['geometry-type'], 'Point']}
        paint={{ 'line-color': outlineColor.casing, 'line-width': 5, 'line-opacity': 0.6 }}
      />
      <Layer
        id="shape-sketch-line"
        type="line"
        filter={['!=', ['geometry-type'], 'Point']}
        paint={{ 'line-color': outlineColor.usual, 'line-width': 2.5 }}
      />
      <Layer
        id="shape-sketch-dots"
        type="circle"
        filter={['all', ['==', ['geometry-type'], 'Point'], ['!', ['has', 'isFault']]]}
        paint={cornerDotPaint}
      />
      <Layer
        id="shape-sketch-faults"
        type="circle"
        filter={['has', 'isFault']}
        paint={{
          'circle-radius': 11,
          'circle-color': outlineColor.refused,
          'circle-opacity': 0.25,
          'circle-stroke-color': outlineColor.refused,
          'circle-stroke-width': 3,
        }}
      />
    </Source>
  );
}

function collect(
  geometry: Geometry | null,
  corners: readonly LngLat[],
  faults: readonly LngLat[],
): FeatureCollection {
  const dots = cornerDots(corners);
  const shape: Feature[] = geometry
    ? [{ type: 'Feature', properties: { isFirst: false }, geometry }]
    : [];
  const marks = faults.map(
    (place): Feature => ({
      type: 'Feature',
      properties: { isFault: true },
      geometry: { type: 'Point', coordinates: [...place] },
    }),
  );
  return { type: 'FeatureCollection', features: [...shape, ...dots, ...marks] };
}

/** Corners of a shape that is drawn. The first one is larger: a click on it closes the shape. */
const cornerDotPaint: CircleLayerSpecification['paint'] = {
  'circle-radius': ['case', ['get', 'isFirst'], 7, 5],
  'circle-color': '#ffffff',
  'circle-stroke-color': outlineColor.casing,
  'circle-stroke-width': 2,
};

/** A point at each corner, with the property `isFirst`. */
function cornerDots(corners: readonly LngLat[]): Feature[] {
  return corners.map((corner, index) => ({
    type: 'Feature',
    properties: { isFirst: index === 0 },
    geometry: { type: 'Point', coordinates: [...corner] },
  }));
}

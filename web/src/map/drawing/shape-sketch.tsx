import { Layer, Source } from '@vis.gl/react-maplibre';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { useMemo } from 'react';
import { outlineColor } from '../overlays/area-outline.tsx';
import type { LngLat } from '../places.ts';
import { cornerDotPaint, cornerDots } from './corner-dots.ts';

interface ShapeSketchLayerProps {
  geometry: Geometry | null;
  corners: readonly LngLat[];
}

/** Draws the current state of a shape that is being drawn or edited, bright with a dark casing. */
export function ShapeSketchLayer({ geometry, corners }: ShapeSketchLayerProps) {
  const data = useMemo(() => collect(geometry, corners), [geometry, corners]);
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
        paint={{ 'line-color': '#10201a', 'line-width': 5, 'line-opacity': 0.6 }}
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
        filter={['==', ['geometry-type'], 'Point']}
        paint={cornerDotPaint}
      />
    </Source>
  );
}

function collect(geometry: Geometry | null, corners: readonly LngLat[]): FeatureCollection {
  const dots = cornerDots(corners);
  const shape: Feature[] = geometry
    ? [{ type: 'Feature', properties: { isFirst: false }, geometry }]
    : [];
  return { type: 'FeatureCollection', features: [...shape, ...dots] };
}

import { outlineLines } from '@refugia/engine/geo/outline-lines.ts';
import { Layer, Source } from '@vis.gl/react-maplibre';
import type { MultiPolygon, Polygon } from 'geojson';
import { useMemo } from 'react';

interface AreaOutlineProps {
  /** An id that is unique on the map. */
  id: string;
  area: Polygon | MultiPolygon;
  /** Whether the area is lightly filled, too. Default true. */
  isFilled?: boolean;
  /** Whether it has the colour of a warning, because it can't become an area. Default false. */
  isRefused?: boolean;
}

/** Colours that stay visible on any picture below. */
export const outlineColor = { usual: '#ffd166', refused: '#ff7a6b', casing: '#10201a' };

/** An area's outline as a bright line with a dark casing, visible on any picture. */
export function AreaOutline({ id, area, isFilled = true, isRefused = false }: AreaOutlineProps) {
  const color = isRefused ? outlineColor.refused : outlineColor.usual;
  const lines = useMemo(() => outlineLines(area), [area]);
  return (
    <>
      {isFilled && (
        <Source id={`area-${id}`} type="geojson" data={area}>
          <Layer
            id={`area-${id}-fill`}
            type="fill"
            paint={{ 'fill-color': color, 'fill-opacity': 0.14 }}
          />
        </Source>
      )}
      <Source id={`area-${id}-outline`} type="geojson" data={lines}>
        <Layer
          id={`area-${id}-casing`}
          type="line"
          layout={{ 'line-join': 'round' }}
          paint={{ 'line-color': outlineColor.casing, 'line-width': 5, 'line-opacity': 0.55 }}
        />
        <Layer
          id={`area-${id}-line`}
          type="line"
          layout={{ 'line-join': 'round' }}
          paint={{ 'line-color': color, 'line-width': 2.5 }}
        />
      </Source>
    </>
  );
}

import type { Position } from 'geojson';
import type { FlatGeometry, VectorFeature } from '../src/vector/types.ts';
import { writeKml } from '../src/vector/writing/kml.ts';
import { writeShapefileZip } from '../src/vector/writing/shp.ts';
import { ringAround, rounded } from './map-features.ts';
import { buildZip } from './vector-files.ts';

export type Shape = 'points' | 'lines' | 'polygons';
export type VectorFormat = 'json' | 'kml' | 'kmz' | 'zip';

export interface ManyFeatures {
  readonly shape: Shape;
  readonly count: number;
  /** Positions of each line, and of each polygon with its closing one. A point has one. */
  readonly positionsEach?: number;
}

/**
 * Shapes that lie side by side over the western United States, each slightly different from the
 * others.
 */
export function manyFeatures({ shape, count, positionsEach = 1 }: ManyFeatures): VectorFeature[] {
  const columns = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, index) => {
    const cell = 10 / columns;
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const middle: Position = [
      rounded(-118.123 + (column + 0.5) * cell),
      rounded(34.567 + (row + 0.5) * cell),
    ];
    return {
      type: 'Feature',
      id: index + 1,
      geometry: geometryAt(middle, cell * (0.3 + (index % 7) / 50), { shape, positionsEach }),
      properties: { n: index, name: `Site ${index}`, isOpen: index % 3 === 0 },
    };
  });
}

function geometryAt(
  middle: Position,
  radius: number,
  { shape, positionsEach }: { shape: Shape; positionsEach: number },
): FlatGeometry {
  if (shape === 'points') return { type: 'Point', coordinates: middle };
  if (shape === 'polygons') {
    return { type: 'Polygon', coordinates: [ringAround(middle, radius, positionsEach - 1)] };
  }
  // The ring is left open, as a line that does not cross itself.
  return {
    type: 'LineString',
    coordinates: ringAround(middle, radius, positionsEach).slice(0, positionsEach),
  };
}

/** The features as a file. */
export function fileOf(features: readonly VectorFeature[], format: VectorFormat): Buffer {
  switch (format) {
    case 'json':
      return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
    case 'kml':
      return Buffer.from(writeKml(features, { name: 'many' }));
    case 'kmz':
      return buildZip([{ path: 'doc.kml', content: writeKml(features, { name: 'many' }) }]);
    case 'zip':
      return Buffer.from(writeShapefileZip(features, { name: 'many' }));
  }
}

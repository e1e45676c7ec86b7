import { readVector, type VectorImport } from '../src/vector/index.ts';
import { buildZip, type ZipEntry } from './zip-builder.ts';

/** A file of text, or of JSON. */
export const text = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

export const readJson = (value: unknown) => readVector(text(value), 'area.json');

/** KML with a Document around what is given. */
export const kml = (inner: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`;

export const readKml = (inner: string) => readVector(text(kml(inner)), 'area.kml');

export const readZip = (...entries: ZipEntry[]) => readVector(buildZip(entries), 'area.zip');

/** A square counter-clockwise, by its south-western corner. */
export const square = (x: number, y: number, size = 1): [number, number][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

export const backwards = (ring: [number, number][]) => ring.toReversed();

export const polygon = (...coordinates: number[][][]) => ({ type: 'Polygon', coordinates });

export const feature = (geometry: unknown, properties: unknown = {}) => ({
  type: 'Feature',
  properties,
  geometry,
});

export const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });

export const geometriesOf = ({ layers }: VectorImport) =>
  layers.flatMap(({ features }) => features.map(({ geometry }) => geometry));

export const propertiesOf = ({ layers }: VectorImport) =>
  layers.flatMap(({ features }) => features.map(({ properties }) => properties));

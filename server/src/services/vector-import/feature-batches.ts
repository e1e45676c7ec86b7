import { randomUUID } from 'node:crypto';
import { boundsOf } from '@refugia/engine/geo/bounds.ts';
import type { FlatGeometry, Properties, VectorImport } from '@refugia/engine/vector/index.ts';
import type { Position } from 'geojson';

/** How features of a file are passed on. */
export interface FeatureOptions {
  /** Decimals of longitude and latitude. */
  readonly decimals: number;
  readonly maxFeatures: number;
  /** The largest number of positions in all features together. */
  readonly maxPositions: number;
}

/** Some features of one layer, as JSON text that the database takes unchanged. */
export interface FeatureBatch {
  /** The layer's index in the file. */
  readonly layer: number;
  readonly layerName: string;
  /** A list of `{ id, geometry, properties, box }`. The box is in PostgreSQL's notation. */
  readonly rows: string;
}

/** The content of a file besides its features. */
export interface ImportedLayers {
  readonly layers: readonly {
    /** Its index in the file, which its batches refer to. */
    readonly index: number;
    readonly name: string;
    /** Attribute names in the order in which they first came. */
    readonly fields: readonly string[];
    readonly featureCount: number;
  }[];
  readonly skipped: VectorImport['skipped'];
  readonly notes: VectorImport['notes'];
}

const featuresPerBatch = 1_000;
/** The approximate length at which a batch ends, since a layer may hold a few large shapes. */
const charactersPerBatch = 1_000_000;

/** Passes on the features of a file batch by batch, without those that have no geometry. */
export function passFeatures(
  { layers, skipped, notes }: VectorImport,
  { decimals }: FeatureOptions,
  tell: (batch: FeatureBatch) => void,
): ImportedLayers {
  const described = layers.map(({ name, features }, layer) => {
    const fields = new Set<string>();
    let featureCount = 0;
    let rows: string[] = [];
    let characters = 0;
    const flush = () => {
      if (rows.length > 0) tell({ layer, layerName: name, rows: `[${rows.join(',')}]` });
      rows = [];
      characters = 0;
    };
    for (const { geometry, properties } of features) {
      if (!geometry) continue;
      const kept = storable(properties);
      for (const key of Object.keys(kept)) fields.add(key);
      const row = rowOf(roundGeometry(geometry, decimals), kept);
      rows.push(row);
      characters += row.length;
      featureCount++;
      if (rows.length >= featuresPerBatch || characters >= charactersPerBatch) flush();
    }
    flush();
    return { index: layer, name, fields: [...fields], featureCount };
  });
  return { layers: described.filter(({ featureCount }) => featureCount > 0), skipped, notes };
}

function rowOf(geometry: FlatGeometry, properties: Properties): string {
  const [west, south, east, north] = boundsOf(positionsOf(geometry));
  const box = `(${east},${north}),(${west},${south})`;
  return JSON.stringify({ id: randomUUID(), geometry, properties, box });
}

/** PostgreSQL's JSON has neither the zero character nor halves of a pair of surrogates. */
const storableText = (text: string) => text.toWellFormed().replaceAll('\0', '');

function storable(properties: Properties): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      storableText(name),
      typeof value === 'string' ? storableText(value) : value,
    ]),
  );
}

function positionsOf(geometry: FlatGeometry): Position[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates];
    case 'MultiPoint':
    case 'LineString':
      return geometry.coordinates;
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.flat();
    case 'MultiPolygon':
      return geometry.coordinates.flat(2);
  }
}

function roundGeometry(geometry: FlatGeometry, decimals: number): FlatGeometry {
  const scale = 10 ** decimals;
  const round = (value: unknown): unknown =>
    typeof value === 'number'
      ? Math.round(value * scale) / scale + 0
      : (value as unknown[]).map(round);
  return { type: geometry.type, coordinates: round(geometry.coordinates) } as FlatGeometry;
}

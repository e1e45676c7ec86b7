import { readFileSync } from 'node:fs';
import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import {
  type Properties,
  type VectorFeature,
  writeCsv,
  writeKml,
  writeShapefileZip,
} from '@refugia/engine/vector/index.ts';
import type { Program } from '../../platform/processes/program.ts';
import { serveOrder } from '../../platform/processes/serve-order.ts';
import { kmlStyles } from './kml-styles.ts';

/** A column of a layer's table: the attribute and the name under which it is written. */
export interface ExportedField {
  readonly key: string;
  readonly name: string;
  readonly isRemoved: boolean;
}

/** A feature in the lists that arrive as JSON text on standard input. */
export interface ExportedFeature {
  readonly id: string;
  /** The id of its layer. */
  readonly layer: string;
  readonly geometry: VectorFeature['geometry'];
  readonly properties: Properties;
}

interface ExportedLayer {
  readonly name: string;
  readonly fields: readonly ExportedField[];
  readonly style: LayerStyle;
}

export interface ExportOrder {
  readonly format: 'geojson' | 'kml' | 'shapefile' | 'csv' | 'csv-exact';
  /** The name of the map or the layer. */
  readonly name: string;
  /** The layers by id. */
  readonly layers: Readonly<Record<string, ExportedLayer>>;
}

export interface ExportProgram extends Program {
  readonly order: ExportOrder;
  readonly progress: never;
  readonly result: Uint8Array;
}

/**
 * A feature's attributes under the table's column names, in the order of the columns and without
 * removed ones.
 */
function namedProperties(
  { properties, layer }: ExportedFeature,
  layers: ExportOrder['layers'],
): Properties {
  const described = layer === null ? undefined : layers[layer];
  const fields = new Map(described?.fields.map((field) => [field.key, field]));
  const order = [...fields.keys()].filter((key) => Object.hasOwn(properties, key));
  const others = Object.keys(properties).filter((key) => !fields.has(key));
  const entries = [...order, ...others].flatMap((key): [string, Properties[string]][] => {
    const field = fields.get(key);
    return field?.isRemoved ? [] : [[field?.name ?? key, properties[key]]];
  });
  return Object.fromEntries(described ? [...entries, ['layer', described.name]] : entries);
}

function write({ format, name, layers }: ExportOrder): Uint8Array {
  const given = JSON.parse(readFileSync(0, 'utf8')) as ExportedFeature[];
  const features = given.map(
    (feature): VectorFeature => ({
      type: 'Feature',
      id: feature.id,
      geometry: feature.geometry,
      properties: namedProperties(feature, layers),
    }),
  );
  const styled = () =>
    given.map(({ layer, properties: attributes }, index) => ({
      written: features[index],
      attributes,
      style: layer === null ? undefined : layers[layer]?.style,
    }));
  switch (format) {
    case 'geojson':
      return Buffer.from(JSON.stringify({ type: 'FeatureCollection', name, features }));
    case 'kml':
      return Buffer.from(writeKml(features, { name, ...kmlStyles(styled()) }));
    case 'csv':
    case 'csv-exact':
      return Buffer.from(writeCsv(features, { isExact: format === 'csv-exact' }));
    case 'shapefile':
      return writeShapefileZip(features, { name });
  }
}

serveOrder<ExportProgram>(write);

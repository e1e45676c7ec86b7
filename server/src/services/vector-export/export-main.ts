import { readFileSync } from 'node:fs';
import { inFieldOrder } from '@refugia/contract/collaborative-mapper/fields.ts';
import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import {
  type Properties,
  type VectorFeature,
  writeCsv,
  writeGeoPackage,
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
  readonly layer?: string;
  readonly geometry: VectorFeature['geometry'];
  readonly properties: Properties;
}

interface ExportedLayer {
  readonly name: string;
  readonly fields: readonly ExportedField[];
  readonly style: LayerStyle;
}

export interface ExportOrder {
  readonly format: 'geojson' | 'kml' | 'shapefile' | 'csv' | 'csv-exact' | 'gpkg';
  readonly name: string;
  readonly layers: Readonly<Record<string, ExportedLayer>>;
  /** Columns that come before those of layers. */
  readonly firstColumns?: readonly string[];
  /** Attributes that the features get besides their own, in the order of the features. */
  readonly added?: readonly Properties[];
}

export interface ExportProgram extends Program {
  readonly order: ExportOrder;
  readonly progress: never;
  readonly result: Uint8Array;
}

/** The column with the name of a feature's layer, after all others. */
const layerColumn = 'layer';

/** A feature's attributes by the names and in the order of the columns, without removed ones. */
function namedProperties(
  { properties, layer = '' }: ExportedFeature,
  layers: ExportOrder['layers'],
): Properties {
  const described = layers[layer];
  const fields = new Map(described?.fields.map((field) => [field.key, field]));
  const entries = inFieldOrder(Object.keys(properties), described?.fields).flatMap(
    (key): [string, Properties[string]][] => {
      const field = fields.get(key);
      return field?.isRemoved ? [] : [[field?.name ?? key, properties[key]]];
    },
  );
  return Object.fromEntries(described ? [...entries, [layerColumn, described.name]] : entries);
}

/** The order of all columns, by their names: those of the layers one after another, then the others. */
function orderOfColumns(
  features: readonly VectorFeature[],
  { layers, firstColumns = [] }: Pick<ExportOrder, 'layers' | 'firstColumns'>,
) {
  const ofLayers = Object.values(layers).flatMap((layer) => layer.fields.map(({ name }) => name));
  const fields = [...firstColumns, ...ofLayers];
  const present = new Set(features.flatMap(({ properties }) => Object.keys(properties)));
  const others = [...present].filter((name) => name !== layerColumn);
  const columns = [...new Set(fields)].map((key) => ({ key }));
  return [...inFieldOrder(others, columns), layerColumn];
}

function write({ format, name, layers, firstColumns, added }: ExportOrder): Uint8Array {
  const exported: ExportedFeature[] = JSON.parse(readFileSync(0, 'utf8'));
  const features = exported.map(
    (feature, index): VectorFeature => ({
      type: 'Feature',
      id: feature.id,
      geometry: feature.geometry,
      properties: { ...namedProperties(feature, layers), ...added?.[index] },
    }),
  );
  const order = orderOfColumns(features, { layers, ...(firstColumns && { firstColumns }) });
  const styled = () =>
    exported.map(({ layer = '', properties: attributes }, index) => ({
      written: features[index],
      attributes,
      style: layers[layer]?.style,
    }));
  switch (format) {
    case 'geojson':
      return Buffer.from(JSON.stringify({ type: 'FeatureCollection', name, features }));
    case 'kml':
      return Buffer.from(writeKml(features, { name, order, ...kmlStyles(styled()) }));
    case 'csv':
    case 'csv-exact':
      return Buffer.from(writeCsv(features, { order, isExact: format === 'csv-exact' }));
    case 'gpkg':
      return writeGeoPackage(features, { name, order });
    case 'shapefile':
      return writeShapefileZip(features, { name, order });
  }
}

serveOrder<ExportProgram>(write);

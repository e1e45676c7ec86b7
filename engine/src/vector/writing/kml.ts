import type { Position } from 'geojson';
import { partsOf } from '../geometry/parts.ts';
import type { Properties, VectorFeature } from '../types.ts';
import { type Column, columnsOf } from './columns.ts';

/** XML 1.0 cannot represent these characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(unwritable, '')
    .replace(/[&<>"]/g, (character) => escapes[character]);
}

/** The appearance of features of one kind. */
export interface KmlStyle {
  /** A word of letters, digits and underscores, unique in the document. */
  readonly id: string;
  /** Red, green and blue, each 0 to 255. */
  readonly colour: readonly [number, number, number];
  /** The width of lines and outlines, in pixels. Default 2. */
  readonly lineWidth?: number;
  /** The opacity of lines, outlines and points, 0 to 1. Default 1. */
  readonly lineOpacity?: number;
  /** The opacity of areas, 0 to 1. Default 0.7. */
  readonly fillOpacity?: number;
}

export interface KmlOptions {
  /** The name of the document. */
  readonly name: string;
  /** The order of the fields, by the properties' names. */
  readonly order?: readonly string[];
  readonly styles?: readonly KmlStyle[];
  /** The `id` of a feature's style. */
  readonly styleOf?: (feature: VectorFeature) => string | undefined;
  /** The name of a feature's placemark. Without one it is the property `name`. */
  readonly nameOf?: (feature: VectorFeature) => string | undefined;
}

/**
 * Writes features as a KML 2.2 document (OGC 07-147r2). All properties are written as extended
 * data, with a schema of their types. KML has no type for dates, which are texts.
 */
export function writeKml(features: readonly VectorFeature[], options: KmlOptions): string {
  const rows = features.map(({ properties }) => properties);
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<Document>
<name>${escapeText(options.name)}</name>
${schema(columnsOf(rows, options.order))}${(options.styles ?? []).map(style).join('')}${features.map((feature) => placemark(feature, options)).join('')}</Document>
</kml>
`;
}

function style(options: KmlStyle): string {
  const { id, colour, lineWidth = 2, lineOpacity = 1, fillOpacity = 0.7 } = options;
  // KML orders the components as alpha, blue, green and red.
  const withOpacity = (opacity: number) =>
    [opacity * 255, ...colour.toReversed()]
      .map((part) => Math.round(part).toString(16).padStart(2, '0'))
      .join('');
  const line = withOpacity(lineOpacity);
  return `<Style id="${id}"><IconStyle><color>${line}</color></IconStyle><LineStyle><color>${line}</color><width>${lineWidth}</width></LineStyle><PolyStyle><color>${withOpacity(fillOpacity)}</color></PolyStyle></Style>
`;
}

function placemark(feature: VectorFeature, { styleOf, nameOf }: KmlOptions): string {
  const { geometry, properties } = feature;
  const styleId = styleOf?.(feature);
  const { points, lines, polygons } = partsOf(geometry);
  const shapes = [...polygons.map(polygon), ...lines.map(line), ...points.map(point)];
  const shape = shapes.length > 1 ? `<MultiGeometry>${shapes.join('')}</MultiGeometry>` : shapes[0];
  const name = nameOf?.(feature) ?? ownName(feature);
  return `<Placemark>${name === undefined ? '' : `<name>${escapeText(name)}</name>`}${styleId === undefined ? '' : `<styleUrl>#${styleId}</styleUrl>`}${extendedData(properties)}${shape ?? ''}</Placemark>
`;
}

function ownName({ properties: { name } }: VectorFeature): string | undefined {
  return typeof name === 'string' ? name : undefined;
}

const schemaTypes = { boolean: 'bool', number: 'double', date: 'string', text: 'string' } as const;

function schema(columns: readonly Column[]): string {
  if (columns.length === 0) return '';
  const fields = columns.map(
    ({ key, type }) => `<SimpleField type="${schemaTypes[type]}" name="${escapeText(key)}"/>`,
  );
  return `<Schema name="fields" id="fields">${fields.join('')}</Schema>\n`;
}

function extendedData(properties: Properties): string {
  const data = Object.entries(properties)
    .filter(([, value]) => value !== null)
    .map(
      ([key, value]) =>
        `<SimpleData name="${escapeText(key)}">${escapeText(String(value))}</SimpleData>`,
    );
  if (data.length === 0) return '';
  return `<ExtendedData><SchemaData schemaUrl="#fields">${data.join('')}</SchemaData></ExtendedData>`;
}

function coordinates(positions: readonly Position[]): string {
  return `<coordinates>${positions.map(([x, y]) => `${x},${y}`).join(' ')}</coordinates>`;
}

function point(position: Position): string {
  return `<Point>${coordinates([position])}</Point>`;
}

function line(positions: readonly Position[]): string {
  return `<LineString><tessellate>1</tessellate>${coordinates(positions)}</LineString>`;
}

function polygon([outer = [], ...holes]: readonly Position[][]): string {
  const ring = (positions: Position[]) => `<LinearRing>${coordinates(positions)}</LinearRing>`;
  const inner = holes.map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`).join('');
  return `<Polygon><tessellate>1</tessellate><outerBoundaryIs>${ring(outer)}</outerBoundaryIs>${inner}</Polygon>`;
}

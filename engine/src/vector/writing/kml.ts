import type { Position } from 'geojson';
import { partsOf } from '../geometry/parts.ts';
import type { Properties, VectorFeature } from '../types.ts';

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

/**
 * The appearance of features of one kind: lines and areas in a colour of red, green and blue, each
 * 0 to 255.
 */
export interface KmlStyle {
  /** A word of letters, digits and underscores, unique in the document. */
  readonly id: string;
  readonly colour: readonly [number, number, number];
}

export interface KmlOptions {
  /** The name of the document. */
  readonly name: string;
  readonly styles?: readonly KmlStyle[];
  /** The `id` of a feature's style. */
  readonly styleOf?: (feature: VectorFeature) => string;
}

/**
 * Writes features as a KML 2.2 document (OGC 07-147r2). A property `name` becomes the placemark's
 * name. All properties are written as extended data.
 */
export function writeKml(features: readonly VectorFeature[], options: KmlOptions): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<Document>
<name>${escapeText(options.name)}</name>
${(options.styles ?? []).map(style).join('')}${features.map((feature) => placemark(feature, options.styleOf?.(feature))).join('')}</Document>
</kml>
`;
}

function style({ id, colour }: KmlStyle): string {
  // KML orders the components as alpha, blue, green and red.
  const hex = colour
    .toReversed()
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('');
  return `<Style id="${id}"><LineStyle><color>ff${hex}</color><width>2</width></LineStyle><PolyStyle><color>b3${hex}</color></PolyStyle></Style>
`;
}

function placemark({ geometry, properties }: VectorFeature, styleId: string | undefined): string {
  const { points, lines, polygons } = partsOf(geometry);
  const shapes = [...polygons.map(polygon), ...lines.map(line), ...points.map(point)];
  const shape = shapes.length > 1 ? `<MultiGeometry>${shapes.join('')}</MultiGeometry>` : shapes[0];
  const name = typeof properties.name === 'string' ? properties.name : undefined;
  return `<Placemark>${name === undefined ? '' : `<name>${escapeText(name)}</name>`}${styleId === undefined ? '' : `<styleUrl>#${styleId}</styleUrl>`}${extendedData(properties)}${shape ?? ''}</Placemark>
`;
}

function extendedData(properties: Properties): string {
  const data = Object.entries(properties)
    .filter(([, value]) => value !== null)
    .map(
      ([key, value]) =>
        `<Data name="${escapeText(key)}"><value>${escapeText(String(value))}</value></Data>`,
    );
  return data.length > 0 ? `<ExtendedData>${data.join('')}</ExtendedData>` : '';
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

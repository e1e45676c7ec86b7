import type { Position } from 'geojson';
import { partsOf } from '../geometry/parts.ts';
import type { Properties, VectorFeature } from '../types.ts';

/** XML 1.0 has no way to write these characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(unwritable, '')
    .replace(/[&<>"]/g, (character) => escapes[character]!);
}

/**
 * The features as a KML 2.2 document (OGC 07-147r2). A property `name` becomes the placemark's name;
 * all properties are written as extended data.
 */
export function writeKml(features: readonly VectorFeature[], options: { name: string }): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<Document>
<name>${escapeText(options.name)}</name>
${features.map(placemark).join('')}</Document>
</kml>
`;
}

function placemark({ geometry, properties }: VectorFeature): string {
  const { points, lines, polygons } = partsOf(geometry);
  const shapes = [...polygons.map(polygon), ...lines.map(line), ...points.map(point)];
  const shape = shapes.length > 1 ? `<MultiGeometry>${shapes.join('')}</MultiGeometry>` : shapes[0];
  const name = typeof properties.name === 'string' ? properties.name : undefined;
  return `<Placemark>${name === undefined ? '' : `<name>${escapeText(name)}</name>`}${extendedData(properties)}${shape ?? ''}</Placemark>
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

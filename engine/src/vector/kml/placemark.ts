import type { Position } from 'geojson';
import type { Budget } from '../budget.ts';
import { emptyParts, type Parts } from '../geometry/parts.ts';
import { GeometryFault } from '../layer-builder.ts';
import type { Properties, PropertyValue } from '../types.ts';
import { childNamed, descendantsNamed, type XmlElement } from './elements.ts';
import type { Schemas } from './schemas.ts';
import type { Styles } from './styles.ts';

const textElements = ['name', 'description', 'address', 'phoneNumber', 'Snippet', 'snippet'];
const timeElements = { TimeStamp: ['when'], TimeSpan: ['begin', 'end'] } as const;

/** What a file declares before its first feature, for all features. */
export interface Declarations {
  readonly schemas: Schemas;
  readonly styles: Styles;
}

/**
 * The properties of a placemark: its texts and times, its extended data in their declared types,
 * and its style. Extended data take precedence over the style if they have an attribute of the same
 * name.
 */
export function readProperties(
  placemark: XmlElement,
  { schemas, styles }: Declarations,
): Properties {
  const entries = new Map<string, PropertyValue>();
  for (const { name, text } of placemark.children) {
    if (textElements.includes(name) && text.trim() !== '') entries.set(name, text.trim());
  }
  for (const [name, parts] of Object.entries(timeElements)) {
    const time = childNamed(placemark, name);
    for (const part of parts) {
      const text = time && childNamed(time, part)?.text.trim();
      if (text) entries.set(part, text);
    }
  }
  const extended = childNamed(placemark, 'ExtendedData');
  if (extended) {
    for (const data of descendantsNamed(extended, 'Data')) {
      setOnce(entries, data.attributes.name, childNamed(data, 'value')?.text.trim() ?? '');
    }
    for (const { attributes, children } of descendantsNamed(extended, 'SchemaData')) {
      for (const { name: element, attributes: data, text } of children) {
        if (element !== 'SimpleData') continue;
        const value = schemas.valueOf(attributes.schemaUrl, data.name, text.trim());
        setOnce(entries, data.name, value);
      }
    }
    for (const data of descendantsNamed(extended, 'SimpleData')) {
      setOnce(entries, data.attributes.name, data.text.trim());
    }
  }
  for (const [name, value] of styles.styleOf(placemark)) setOnce(entries, name, value);
  return Object.fromEntries(entries);
}

function setOnce(
  entries: Map<string, PropertyValue>,
  key: string | undefined,
  value: PropertyValue,
): void {
  if (key !== undefined && key !== '' && !entries.has(key)) entries.set(key, value);
}

/** Collections that are read. The last five are not in KML, but programs write them. */
const collections = [
  'MultiGeometry',
  'MultiTrack',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'MultiCurve',
  'MultiSurface',
];
const elementsBetween = [
  'pointMember',
  'lineStringMember',
  'polygonMember',
  'curveMember',
  'surfaceMember',
  'geometryMember',
];

/**
 * The parts of all geometries of a placemark. Throws GeometryFault for text that is not
 * coordinates, and VectorError if there are more than the budget allows.
 */
export function readParts(placemark: XmlElement, budget: Budget): Parts {
  const parts = emptyParts();
  for (const child of placemark.children) addGeometry(child, parts, budget);
  return parts;
}

function addGeometry(element: XmlElement, parts: Parts, budget: Budget): void {
  if (collections.includes(element.name) || elementsBetween.includes(element.name)) {
    for (const child of element.children) addGeometry(child, parts, budget);
    return;
  }
  switch (element.name) {
    case 'Point': {
      // The first tuple of a point with several tuples is its place.
      const [first] = coordinatesOf(element, budget);
      if (first) parts.points.push(first);
      break;
    }
    case 'LineString':
    case 'LinearRing':
      addLine(coordinatesOf(element, budget), parts);
      break;
    case 'Track':
      addLine(
        element.children
          .filter(({ name, text }) => name === 'coord' && text.trim() !== '')
          .map(({ text }) => readTrackPosition(text)),
        parts,
      );
      break;
    case 'Polygon': {
      // A polygon should have one outer ring. Programs write further ones for further polygons.
      const [outer, ...others] = ringsOf(element, 'outerBoundaryIs', budget);
      const holes = ringsOf(element, 'innerBoundaryIs', budget);
      if (outer) parts.polygons.push([outer, ...holes], ...others.map((ring) => [ring]));
      break;
    }
    case 'Model':
      throw new GeometryFault({ code: 'kml-model' });
  }
}

function addLine(line: Position[], parts: Parts): void {
  if (line.length > 0) parts.lines.push(line);
}

function ringsOf(polygon: XmlElement, boundary: string, budget: Budget): Position[][] {
  return polygon.children
    .filter(({ name }) => name === boundary)
    .flatMap((each) => each.children.filter(({ name }) => name === 'LinearRing'))
    .map((ring) => coordinatesOf(ring, budget))
    .filter((ring) => ring.length > 0);
}

function coordinatesOf(element: XmlElement, budget: Budget): Position[] {
  return element.children
    .filter(({ name }) => name === 'coordinates')
    .flatMap(({ text }) => readCoordinates(text, budget));
}

/**
 * Parses the text of KML `coordinates`: tuples of longitude, latitude and an optional height,
 * separated by white space. Blanks beside the commas are common and harmless, although the standard
 * forbids them. Throws VectorError, before memory is allocated, if there are more positions than
 * the budget allows.
 */
function readCoordinates(text: string, budget: Budget): Position[] {
  // A tuple with a height has two commas.
  budget.foresee('positions', Math.floor(countCommas(text) / 2));
  const tuples = text.trim().replace(/\s*,\s*/g, ',');
  if (tuples === '') return [];
  return tuples.split(/\s+/).map((tuple) => {
    const [longitude = '', latitude = '', , ...more] = tuple.split(',');
    // Decimal commas would split a number, and its halves would be read as another place.
    if (more.length > 0 && !tuple.includes('.')) {
      throw new GeometryFault({ code: 'coordinate-too-long' });
    }
    return readPosition(longitude, latitude);
  });
}

/** Parses the position of a `gx:coord`, whose three numbers are separated by blanks. */
function readTrackPosition(text: string): Position {
  const [longitude = '', latitude = ''] = text.trim().split(/\s+/);
  return readPosition(longitude, latitude);
}

function readPosition(longitude: string, latitude: string): Position {
  // Number() is too lenient: Number('') is 0, and Number('0x10') is 16.
  const isNumber = (text: string) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
  if (!isNumber(longitude) || !isNumber(latitude)) {
    throw new GeometryFault({ code: 'coordinate-not-a-number' });
  }
  return [Number(longitude), Number(latitude)];
}

function countCommas(text: string): number {
  let count = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) count++;
  return count;
}

/** A node of well-known text: `NAME["text",1.5,CHILD[…]]`. */
export interface WktNode {
  /** In upper case. */
  readonly keyword: string;
  /** The node's texts and numbers, in order. */
  readonly values: readonly (string | number)[];
  readonly children: readonly WktNode[];
}

const maxCharacters = 100_000;
const maxDepth = 20;
const token =
  /\s*(?:([A-Za-z_][A-Za-z0-9_]*)\s*([[(])|"((?:[^"]|"")*)"|([+-]?[\d.][\d.eE+-]*)|([A-Za-z_]+)|([\])])|(,))/y;

/**
 * Parses well-known text of version 1 (OGC 01-009), as GDAL and Esri write it, or of version 2 (OGC
 * 18-010), which is translated into the words of version 1.
 * @returns the root; undefined if the text is not well-known text
 */
export function parseWkt(text: string): WktNode | undefined {
  const root = parseTree(text);
  return root && asWkt1(root);
}

function parseTree(text: string): WktNode | undefined {
  if (text.length > maxCharacters) return undefined;
  const stack: { keyword: string; values: (string | number)[]; children: WktNode[] }[] = [];
  token.lastIndex = 0;
  for (;;) {
    const match = token.exec(text);
    if (!match) return undefined;
    const [, keyword, , quoted, number, word, close] = match;
    const top = stack.at(-1);
    if (keyword !== undefined) {
      if (stack.length >= maxDepth) return undefined;
      const node = { keyword: keyword.toUpperCase(), values: [], children: [] };
      top?.children.push(node);
      stack.push(node);
    } else if (close !== undefined) {
      const node = stack.pop();
      if (!node || stack.length === 0) return node;
    } else if (!top) {
      return undefined;
    } else if (quoted !== undefined) {
      top.values.push(quoted.replaceAll('""', '"'));
    } else if (number !== undefined) {
      top.values.push(Number(number));
    } else if (word !== undefined) {
      top.values.push(word);
    }
  }
}

/** The first child with a keyword in upper case; undefined if there is none. */
export function childOf(node: WktNode, keyword: string): WktNode | undefined {
  return node.children.find((child) => child.keyword === keyword);
}

/** The node's name: its first value. */
export function nameOf(node: WktNode | undefined): string {
  return String(node?.values[0] ?? '');
}

/** The value at an index as a number; NaN when there is none. */
export function numberAt(node: WktNode | undefined, index: number): number {
  const value = node?.values[index];
  return typeof value === 'number' ? value : Number.NaN;
}

/** The names of EPSG's methods, as WKT 2 has them, with their names in WKT 1. */
const methods: Readonly<Record<string, string>> = {
  'transverse mercator (south orientated)': 'Transverse_Mercator_South_Orientated',
  'lambert conic conformal (1sp)': 'Lambert_Conformal_Conic_1SP',
  'lambert conic conformal (2sp)': 'Lambert_Conformal_Conic_2SP',
  'albers equal area': 'Albers_Conic_Equal_Area',
  'mercator (variant a)': 'Mercator_1SP',
  'mercator (variant b)': 'Mercator_2SP',
  'popular visualisation pseudo mercator': 'Mercator_Auxiliary_Sphere',
  'hotine oblique mercator (variant a)': 'Hotine_Oblique_Mercator',
  'hotine oblique mercator (variant b)': 'Hotine_Oblique_Mercator_Azimuth_Center',
  'krovak (north orientated)': 'Krovak',
  'polar stereographic (variant a)': 'Polar_Stereographic',
  'polar stereographic (variant b)': 'Polar_Stereographic',
  'cassini-soldner': 'Cassini_Soldner',
  'american polyconic': 'Polyconic',
  'lambert cylindrical equal area': 'Cylindrical_Equal_Area',
};

/** The same for parameters. */
const parameters: Readonly<Record<string, string>> = {
  'latitude of natural origin': 'latitude_of_origin',
  'latitude of false origin': 'latitude_of_origin',
  'latitude of projection centre': 'latitude_of_origin',
  'longitude of natural origin': 'central_meridian',
  'longitude of false origin': 'central_meridian',
  'longitude of projection centre': 'central_meridian',
  'longitude of origin': 'central_meridian',
  'latitude of standard parallel': 'standard_parallel_1',
  'latitude of 1st standard parallel': 'standard_parallel_1',
  'latitude of 2nd standard parallel': 'standard_parallel_2',
  'latitude of pseudo standard parallel': 'pseudo_standard_parallel_1',
  'scale factor at natural origin': 'scale_factor',
  'scale factor on initial line': 'scale_factor',
  'scale factor on pseudo standard parallel': 'scale_factor',
  'azimuth of initial line': 'azimuth',
  'azimuth at projection centre': 'azimuth',
  'co-latitude of cone axis': 'azimuth',
  'angle from rectified to skew grid': 'rectified_grid_angle',
  'easting at false origin': 'false_easting',
  'easting at projection centre': 'false_easting',
  'northing at false origin': 'false_northing',
  'northing at projection centre': 'false_northing',
};
const translations = ['X-axis translation', 'Y-axis translation', 'Z-axis translation'];
const rotations = ['X-axis rotation', 'Y-axis rotation', 'Z-axis rotation'];

const radiansPerDegree = Math.PI / 180;

/**
 * Translates a CRS of WKT 2 (OGC 18-010, or its first edition 12-063) into WKT 1. Text that is not
 * WKT 2, and what has no counterpart, stays unchanged. Units of single parameters are converted to
 * those of the CRS. The order of axes is left out, because vector files have the easting first.
 */
function asWkt1(root: WktNode): WktNode {
  switch (root.keyword) {
    case 'BOUNDCRS':
      return boundCrs(root);
    case 'COMPOUNDCRS':
    case 'COMPD_CS':
      return root.children[0] ? asWkt1(root.children[0]) : root;
    case 'GEOGCRS':
    case 'GEOGRAPHICCRS':
    case 'GEODCRS':
    case 'GEODETICCRS':
      return isEllipsoidal(root) ? geographicCrs(root) : root;
    case 'PROJCRS':
    case 'PROJECTEDCRS':
      return projectedCrs(root);
    default:
      return root;
  }
}

function nodeOf(keyword: string, values: (string | number)[], children: WktNode[] = []): WktNode {
  return { keyword, values, children };
}

function firstOf(node: WktNode | undefined, ...keywords: string[]): WktNode | undefined {
  return node?.children.find(({ keyword }) => keywords.includes(keyword));
}

/** Excludes geocentric coordinates, which are written as a geodetic CRS too. */
function isEllipsoidal(node: WktNode): boolean {
  const system = childOf(node, 'CS');
  return system === undefined || /^ellipsoidal$/i.test(nameOf(system));
}

/** The metres or radians of the unit of a node or its first axis; NaN if there is none. */
function unitOf(node: WktNode | undefined): number {
  const names = ['LENGTHUNIT', 'ANGLEUNIT', 'SCALEUNIT', 'UNIT'];
  const unit = firstOf(node, ...names) ?? firstOf(firstOf(node, 'AXIS'), ...names);
  return numberAt(unit, 1);
}

function geographicCrs(node: WktNode, shift: WktNode[] = []): WktNode {
  const datum = firstOf(node, 'DATUM', 'GEODETICDATUM', 'TRF', 'ENSEMBLE');
  const ellipsoid = firstOf(datum, 'ELLIPSOID', 'SPHEROID');
  const meters = unitOf(ellipsoid) || 1;
  const meridian = firstOf(node, 'PRIMEM', 'PRIMEMERIDIAN');
  const angle = unitOf(node) || radiansPerDegree;
  const meridianDegrees =
    ((numberAt(meridian, 1) || 0) * (unitOf(meridian) || angle)) / radiansPerDegree;
  return nodeOf(
    'GEOGCS',
    [nameOf(node)],
    [
      nodeOf(
        'DATUM',
        [nameOf(datum).replace(/ ensemble$/i, '')],
        [
          nodeOf('SPHEROID', [
            nameOf(ellipsoid),
            numberAt(ellipsoid, 1) * meters,
            numberAt(ellipsoid, 2),
          ]),
          ...shift,
        ],
      ),
      nodeOf('PRIMEM', [nameOf(meridian), roundOff(meridianDegrees)]),
      nodeOf('UNIT', ['angle', angle]),
    ],
  );
}

/**
 * Degrees that were converted from radians differ in their last digits, but meridians are compared
 * exactly.
 */
function roundOff(degrees: number): number {
  return Number(degrees.toFixed(8));
}

function projectedCrs(node: WktNode, shift: WktNode[] = []): WktNode {
  const base = firstOf(node, 'BASEGEOGCRS', 'BASEGEODCRS');
  const conversion = firstOf(node, 'CONVERSION');
  if (!base || !conversion) return node;
  const method = nameOf(firstOf(conversion, 'METHOD', 'PROJECTION'));
  const unit = unitOf(node) || 1;
  const angle = unitOf(base) || radiansPerDegree;
  return nodeOf(
    'PROJCS',
    [nameOf(node)],
    [
      geographicCrs(base, shift),
      nodeOf('PROJECTION', [methods[method.toLowerCase()] ?? method]),
      ...conversion.children
        .filter(({ keyword }) => keyword === 'PARAMETER')
        .map((parameter) => inUnitsOf(parameter, unit, angle)),
      nodeOf('UNIT', ['length', unit]),
      ...node.children.filter(({ keyword }) => /^(AXIS|ID|USAGE|BBOX)$/.test(keyword)),
    ],
  );
}

/** A parameter in the units of its CRS, with its name in WKT 1. */
function inUnitsOf(parameter: WktNode, unit: number, angle: number): WktNode {
  const plain = nameOf(parameter).toLowerCase();
  const name = parameters[plain] ?? plain.replaceAll(' ', '_');
  const value = numberAt(parameter, 1);
  const whole = /scale/.test(name) ? 1 : /^false_|height$/.test(name) ? unit : angle;
  const ratio = unitOf(parameter) / whole;
  // Programs write a degree with more or fewer digits of π, and 90° must stay 90°.
  const isSame = Number.isNaN(ratio) || Math.abs(ratio - 1) < 1e-9;
  return nodeOf('PARAMETER', [name, isSame ? value : value * ratio]);
}

/**
 * The CRS inside a bound CRS, with its shift to WGS 84 if that consists of translations and
 * rotations.
 */
function boundCrs(node: WktNode): WktNode {
  const source = firstOf(node, 'SOURCECRS')?.children[0];
  if (!source) return node;
  const shift = shiftOf(firstOf(node, 'ABRIDGEDTRANSFORMATION'));
  if (/^PROJ/.test(source.keyword)) return projectedCrs(source, shift);
  return isEllipsoidal(source) ? geographicCrs(source, shift) : source;
}

/** TOWGS84 of WKT 1: metres, arc seconds (position vector convention), parts per million. */
function shiftOf(transformation: WktNode | undefined): WktNode[] {
  const method = nameOf(firstOf(transformation, 'METHOD'));
  const values = new Map(
    transformation?.children.map((child) => [nameOf(child), numberAt(child, 1)]),
  );
  const of = (names: readonly string[]) => names.map((name) => values.get(name) ?? 0);
  if (/^Geocentric translations/.test(method)) return [nodeOf('TOWGS84', of(translations))];
  const sign = /^Coordinate Frame/.test(method) ? -1 : /^Position Vector/.test(method) ? 1 : 0;
  if (sign === 0) return [];
  const partsPerMillion = ((values.get('Scale difference') ?? 1) - 1) * 1e6;
  const turned = of(rotations).map((angle) => angle * sign);
  return [nodeOf('TOWGS84', [...of(translations), ...turned, partsPerMillion])];
}

import { strToU8, type Zippable, zipSync } from 'fflate';
import type { Position } from 'geojson';
import { boundsOf } from '../../geo/bounds.ts';
import { orientRing } from '../../geo/rings.ts';
import { type Parts, partsOf } from '../geometry/parts.ts';
import type { VectorFeature } from '../types.ts';
import { writeDbf } from './dbf.ts';

/** The kind of all shapes in a shapefile. */
export type ShapeKind = 'points' | 'lines' | 'polygons';

const headerBytes = 100;
const shapeTypes: Record<ShapeKind, number> = { points: 8, lines: 3, polygons: 5 };
const singlePointType = 1;

/**
 * Writes the main file and the index of a shapefile (ESRI Shapefile Technical Description, 1998).
 * Points are written as multipoints if any feature has several.
 */
function writeShp(
  features: readonly VectorFeature[],
  kind: ShapeKind,
): { shp: Uint8Array<ArrayBuffer>; shx: Uint8Array<ArrayBuffer> } {
  const shapes = features.map(({ geometry }) => partsOf(geometry));
  const isSingle = kind === 'points' && shapes.every(({ points }) => points.length === 1);
  const type = isSingle ? singlePointType : shapeTypes[kind];
  const contents = shapes.map((parts) =>
    isSingle ? encodePoint(parts.points[0]) : encodeShape(partsOfKind(parts, kind), kind),
  );
  const shpBytes = contents.reduce((sum, content) => sum + 8 + content.length, headerBytes);
  const shp = new Uint8Array(shpBytes);
  const shx = new Uint8Array(headerBytes + contents.length * 8);
  const bounds = boundsOrZeros(shapes.flatMap((parts) => partsOfKind(parts, kind).flat()));
  writeHeader(shp, type, bounds);
  writeHeader(shx, type, bounds);
  const shpView = new DataView(shp.buffer);
  const shxView = new DataView(shx.buffer);
  let at = headerBytes;
  contents.forEach((content, index) => {
    shpView.setInt32(at, index + 1);
    shpView.setInt32(at + 4, content.length / 2);
    shp.set(content, at + 8);
    shxView.setInt32(headerBytes + index * 8, at / 2);
    shxView.setInt32(headerBytes + index * 8 + 4, content.length / 2);
    at += 8 + content.length;
  });
  return { shp, shx };
}

/** The parts as the format demands them: outer rings clockwise, holes counter-clockwise. */
function partsOfKind({ points, lines, polygons }: Parts, kind: ShapeKind): Position[][] {
  switch (kind) {
    case 'points':
      return [points];
    case 'lines':
      return lines;
    case 'polygons':
      return polygons.flatMap((rings) =>
        rings.map((ring, index) =>
          orientRing(ring, index === 0 ? 'clockwise' : 'counter-clockwise'),
        ),
      );
  }
}

function encodePoint([x = 0, y = 0]: Position): Uint8Array {
  const bytes = new Uint8Array(20);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, singlePointType, true);
  view.setFloat64(4, x, true);
  view.setFloat64(12, y, true);
  return bytes;
}

function encodeShape(parts: readonly Position[][], kind: ShapeKind): Uint8Array {
  const positions = parts.flat();
  const partsBytes = kind === 'points' ? 0 : 4 + parts.length * 4;
  const bytes = new Uint8Array(40 + partsBytes + positions.length * 16);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, shapeTypes[kind], true);
  boundsOrZeros(positions).forEach((bound, index) => {
    view.setFloat64(4 + index * 8, bound, true);
  });
  let at = 36;
  if (kind !== 'points') {
    view.setInt32(at, parts.length, true);
    let first = 0;
    parts.forEach((part, index) => {
      view.setInt32(44 + index * 4, first, true);
      first += part.length;
    });
    at += 4;
  }
  view.setInt32(at, positions.length, true);
  at = 40 + partsBytes;
  for (const [x = 0, y = 0] of positions) {
    view.setFloat64(at, x, true);
    view.setFloat64(at + 8, y, true);
    at += 16;
  }
  return bytes;
}

function writeHeader(bytes: Uint8Array<ArrayBuffer>, type: number, bounds: readonly number[]) {
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 9994);
  view.setInt32(24, bytes.length / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, type, true);
  bounds.forEach((bound, index) => {
    view.setFloat64(36 + index * 8, bound, true);
  });
}

/** The bounds in a header; zeros if there are no positions. */
function boundsOrZeros(positions: readonly Position[]): readonly number[] {
  return positions.length === 0 ? [0, 0, 0, 0] : boundsOf(positions);
}

/** WGS 84 as Esri's WKT writes it (EPSG:4326). */
const wgs84Wkt =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
/**
 * A fixed time, because with real times the same features would give a different file each time.
 */
const archiveTime = '2000-01-01T00:00:00';

const kindOf: Record<NonNullable<VectorFeature['geometry']>['type'], ShapeKind> = {
  Point: 'points',
  MultiPoint: 'points',
  LineString: 'lines',
  MultiLineString: 'lines',
  Polygon: 'polygons',
  MultiPolygon: 'polygons',
};

/**
 * Writes features as a zipped shapefile in WGS 84 and UTF-8. A shapefile has only one kind of
 * shape, so mixed kinds give one shapefile each, with the kind in its name. Features without a
 * geometry are left out. Without any feature the archive has an empty polygon shapefile.
 * @param options.order of the fields, by the properties' names
 */
export function writeShapefileZip(
  features: readonly VectorFeature[],
  options: { name: string; order?: readonly string[] },
): Uint8Array {
  const name = options.name.replace(/[^\p{L}\p{N}_ -]/gu, '_') || 'layer';
  const kinds = Map.groupBy(
    features.filter(({ geometry }) => geometry !== null),
    ({ geometry }) => kindOf[geometry!.type],
  );
  if (kinds.size === 0) kinds.set('polygons', []);
  const files: Zippable = {};
  for (const [kind, members] of kinds) {
    const base = kinds.size === 1 ? name : `${name}_${kind}`;
    const { shp, shx } = writeShp(members, kind);
    files[`${base}.shp`] = shp;
    files[`${base}.shx`] = shx;
    const rows = members.map(({ properties }) => properties);
    files[`${base}.dbf`] = writeDbf(rows, options.order);
    files[`${base}.prj`] = strToU8(wgs84Wkt);
    files[`${base}.cpg`] = strToU8('UTF-8');
  }
  return zipSync(files, { level: 6, mtime: archiveTime });
}

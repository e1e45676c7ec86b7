import { strToU8, type Zippable, zipSync } from 'fflate';
import type { VectorFeature } from '../types.ts';
import { writeDbf } from './dbf.ts';
import { type ShapeKind, writeShp } from './shp.ts';

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
 */
export function writeShapefileZip(
  features: readonly VectorFeature[],
  options: { name: string },
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
    files[`${base}.dbf`] = writeDbf(members.map(({ properties }) => properties));
    files[`${base}.prj`] = strToU8(wgs84Wkt);
    files[`${base}.cpg`] = strToU8('UTF-8');
  }
  return zipSync(files, { level: 6, mtime: archiveTime });
}

export { type AreaOfFile, type AreaOptions, areaOfFile } from './area/area-of-file.ts';
export { defaultVectorLimits, type VectorLimits } from './budget.ts';
export { readVector } from './read-vector.ts';
export { VectorError } from './report.ts';
export type {
  FileLayer,
  FlatGeometry,
  Properties,
  PropertyValue,
  VectorFeature,
  VectorImport,
} from './types.ts';
export { writeCsv } from './writing/csv.ts';
export { writeGeoPackage } from './writing/geopackage.ts';
export { type KmlOptions, type KmlStyle, writeKml } from './writing/kml.ts';
export { writeShapefileZip } from './writing/shp.ts';

export { type AreaOptions, areaOf, type ImportedArea } from './area/area-of.ts';
export { defaultVectorLimits, type VectorLimits } from './budget.ts';
export { readVector } from './read-vector.ts';
export { VectorError } from './report.ts';
export type {
  FlatGeometry,
  Properties,
  PropertyValue,
  VectorFeature,
  VectorImport,
  VectorLayer,
} from './types.ts';
export { writeCsv } from './writing/csv.ts';
export { writeKml } from './writing/kml.ts';
export { writeShapefileZip } from './writing/shp.ts';

export type { Properties, SkippedPart, VectorFeature, VectorImport, VectorLayer } from './types.ts';
export { writeKml } from './writing/kml.ts';
export { writeShapefileZip } from './writing/shapefile-zip.ts';

import type {
  Feature,
  LineString,
  MultiLineString,
  MultiPoint,
  MultiPolygon,
  Point,
  Polygon,
} from 'geojson';
import type { FileFact, Omission } from '../facts/file-facts.ts';

/** Attribute values. They are flat, also if the file has nested ones. */
export type PropertyValue = string | number | boolean | null;
export type Properties = Record<string, PropertyValue>;

export type FlatGeometry =
  | Point
  | MultiPoint
  | LineString
  | MultiLineString
  | Polygon
  | MultiPolygon;

/**
 * A feature in longitude and latitude (WGS 84), two-dimensional, rings right-handed and closed. The
 * geometry is null where the file has none or one that can't be used.
 */
export type VectorFeature = Feature<FlatGeometry | null, Properties>;

export interface FileLayer {
  readonly name: string;
  /** Empty where features are passed on one by one. */
  readonly features: VectorFeature[];
  /** The number of all its features, whether they are kept here or were passed on. */
  readonly featureCount: number;
}

/** What a vector file gave. */
export interface VectorImport {
  readonly layers: FileLayer[];
  readonly skipped: Omission[];
  /** What was assumed, converted or repaired. */
  readonly notes: FileFact[];
}

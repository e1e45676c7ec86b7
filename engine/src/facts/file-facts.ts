import type { CrsFault } from './crs-facts.ts';
import type { FactOf, PlainCodeOf } from './fact.ts';

/** What was left out of a file for one reason. */
export interface Omission {
  readonly reason: FileFact;
  readonly count: number;
  /** The first few, by name or number. */
  readonly examples: readonly string[];
}

/** Kinds of files that hold no shapes that are read here, by the first bytes of a file. */
export type ForeignFileKind =
  | 'geopackage'
  | 'shapefile-main'
  | 'shapefile-table'
  | 'flatgeobuf'
  | 'geoparquet'
  | '7z'
  | 'rar'
  | 'gzip'
  | 'pdf'
  | 'picture'
  | 'tiff'
  | 'dwg'
  | 'pmtiles'
  | 'geojson-sequence'
  | 'dxf'
  | 'mapinfo'
  | 'wkt'
  | 'javascript'
  | 'csv';

/** The same for a file in an archive, by its name. */
export type ForeignMemberKind =
  | 'geodatabase'
  | 'geopackage'
  | 'gpx'
  | 'drawing'
  | 'mapinfo'
  | 'other-geographic'
  | 'project'
  | 'table'
  | 'picture';

/**
 * What a file may hold too many of. Bytes are unpacked ones, positions are corners, and containers
 * are lists and objects of JSON.
 */
export type CountedItem =
  | 'unpackedBytes'
  | 'layers'
  | 'features'
  | 'positions'
  | 'values'
  | 'jsonContainers'
  | 'xmlElements';

/** How the polygons of a file or of a drawing were repaired. */
export interface RepairFacts {
  'polygons-cut-at-antimeridian': Nothing;
  'rings-closed': Nothing;
  'crossings-repaired': Nothing;
  'crossings-left': Nothing;
  'holes-within-holes': Nothing;
}
export type RepairFact = FactOf<RepairFacts>;

type Nothing = undefined;
type InArchive = { readonly path: string };
type OfLayer = { readonly layer: string };

/**
 * All facts about an uploaded file of shapes: each code with its parameters. Texts from the file
 * are short and on one line.
 */
export interface VectorFileFacts extends RepairFacts {
  // Why a whole file is refused.
  'file-empty': Nothing;
  'not-a-vector-file': Nothing;
  'foreign-file': { readonly kind: ForeignFileKind };
  'text-too-long': { readonly bytes: number; readonly limitBytes: number };
  'too-many-items': { readonly item: CountedItem; readonly limit: number };
  'nested-too-deep': { readonly limit: number };
  'archive-empty': Nothing;
  'archive-damaged': Nothing;
  'archive-without-end': Nothing;
  'archive-zip64': Nothing;
  'archive-overlaps': Nothing;
  'archive-leads-out': InArchive;
  'archive-too-many-files': { readonly count: number; readonly limit: number };
  'archive-in-archive': InArchive;
  'archive-without-main-file': InArchive;
  'archive-foreign': InArchive & { readonly kind: ForeignMemberKind };
  'archive-without-shapes': { readonly paths: readonly string[]; readonly hasOthers: boolean };
  'archive-without-shapefile': Nothing;
  'member-damaged': InArchive;
  'member-encrypted': InArchive;
  'member-larger-than-declared': InArchive;
  'member-method-unknown': InArchive & { readonly method: number };
  'json-invalid': { readonly line?: number; readonly character?: number; readonly near?: string };
  'json-too-many-members': { readonly limit: number; readonly limitOfNames: number };
  'json-bare-list': Nothing;
  'json-without-geojson': Nothing;
  topojson: Nothing;
  'esri-json': Nothing;
  'geojson-type-case': { readonly type: string; readonly meant: string };
  'geojson-in-lines': Nothing;
  'geojson-without-features': Nothing;
  'geojson-crs-not-understood': Nothing;
  'geojson-crs-unknown': { readonly name: string };
  'xml-invalid': { readonly line: number; readonly detail: string };
  'xml-web-page': Nothing;
  'xml-doctype': Nothing;
  'xml-too-many-attributes': { readonly limit: number; readonly line: number };
  'xml-too-many-values': { readonly limit: number; readonly line: number };
  'xml-not-kml': { readonly root: string };
  'shp-damaged': Nothing;
  'dbf-damaged': Nothing;
  'crs-not-convertible': { readonly fault: CrsFault };
  'rings-too-intricate': Nothing;
  'no-features': { readonly skipped: readonly Omission[] };
  'no-polygons': { readonly skipped: readonly Omission[] };
  'outline-too-tangled': {
    readonly corners: number;
    readonly loops: number;
    readonly limit: number;
  };
  'polygons-too-tangled': { readonly corners: number; readonly limit: number };
  'polygons-too-fine': { readonly corners: number; readonly rings: number; readonly limit: number };
  // Why a part of a file is left out.
  'no-geometry': Nothing;
  'polygons-without-area': Nothing;
  'ring-without-area': Nothing;
  'hole-outside': Nothing;
  'antimeridian-not-cut': Nothing;
  'antimeridian-too-often': Nothing;
  'outside-crs': { readonly crs: string };
  'lon-lat-swapped': Nothing;
  'not-lon-lat': Nothing;
  'coordinate-not-a-number': Nothing;
  'coordinate-is-text': Nothing;
  'coordinate-too-long': Nothing;
  'coordinates-not-nested': Nothing;
  'geometry-type-unknown': { readonly type: string | null };
  'not-a-feature': Nothing;
  'not-the-main-kml': { readonly main: string };
  'kml-network-link': Nothing;
  'kml-ground-overlay': Nothing;
  'kml-screen-overlay': Nothing;
  'kml-photo-overlay': Nothing;
  'kml-tour': Nothing;
  'kml-model': Nothing;
  'shape-damaged': Nothing;
  'shape-multipatch': Nothing;
  'row-deleted': Nothing;
  'area-lost-by-rounding': Nothing;
  'is-point': Nothing;
  'is-line': Nothing;
  'is-closed-line': Nothing;
  // What was assumed, converted or repaired.
  'read-as-windows-1252': Nothing;
  'kinds-divided': Nothing;
  'lines-became-points': Nothing;
  'lines-cut-at-antimeridian': Nothing;
  'stray-holes': Nothing;
  'texts-cut': { readonly limit: number };
  'attributes-renamed': Nothing;
  'characters-left-out': Nothing;
  'field-left-out': { readonly name: string };
  'dbf-missing': OfLayer;
  'dbf-left-out': OfLayer & { readonly reason: FileFact };
  'dbf-other-length': OfLayer & { readonly shapes: number; readonly rows: number };
  'encoding-assumed': OfLayer;
  'crs-assumed': OfLayer;
  'shx-damaged': OfLayer;
  'shp-cut-off': OfLayer & { readonly shapes: number };
  /** `accuracyMeters` is null where no published transformation covers all places of the layer. */
  converted: OfLayer & { readonly crs: string; readonly accuracyMeters: number | null };
  'far-south': Nothing;
  'polygons-repeated': Nothing;
  'polygons-overlapping': Nothing;
  'polygons-joined': { readonly polygons: number; readonly corners: number };
  'gaps-closed': { readonly meters: number };
  'outline-simplified': {
    readonly before: number;
    readonly after: number;
    readonly movedMeters: number;
  };
}

/** A fact about an uploaded file. The contract has the sentence of each. */
export type FileFact = FactOf<VectorFileFacts>;
export type PlainFileCode = PlainCodeOf<VectorFileFacts>;

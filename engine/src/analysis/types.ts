import type { MultiPolygon, Polygon } from 'geojson';
import type { ChangeKind, ChangeMethod, LandCover, Severity } from '../change/options.ts';
import type { RunFact } from '../facts/run-facts.ts';
import type { BandName } from '../source/scene.ts';

/** The scenes of a date that may be used, by their ids; all of them when left out. */
export interface SceneChoice {
  readonly only?: string[] | undefined;
  readonly exclude?: string[] | undefined;
}

/** What a run is asked for. */
export interface AnalysisRequest {
  /** Longitude and latitude, WGS 84. */
  readonly area: Polygon | MultiPolygon;
  /** YYYY-MM-DD. */
  readonly startDate: string;
  readonly endDate: string;
  readonly method?: ChangeMethod;
  /**
   * Whether change beside clouds that looks like their rim or shadow is unobserved: true when left
   * out.
   */
  readonly blankMaskMargins?: boolean;
  readonly scenes?: { readonly before?: SceneChoice; readonly after?: SceneChoice };
  /** For the method `lda`. */
  readonly landCover?: LandCover;
  /** A change has occurred if at least one patch of changed clear pixels is this large. */
  readonly smallestChangeHectares?: number;
}

/** The steps of a run, in order, named as in the contract. */
export type AnalysisStep = 'searching' | 'reading' | 'compositing' | 'detecting' | 'rendering';

export interface AnalysisProgress {
  readonly step: AnalysisStep;
  /**
   * How many items are done: scenes surveyed while searching, then scenes read. `total` is how many
   * there are.
   */
  readonly done?: number;
  readonly total?: number;
  /** What is counted: subareas of a large area, or scenes when left out. */
  readonly of?: 'pieces';
  /** The progress of the step, 0 to 1. It also grows between counted items, and never falls. */
  readonly share?: number;
  /** How many of the finished subareas an earlier attempt at the same run had kept. */
  readonly resumed?: number;
}

/** A scene that a composite took pixels from. */
export interface UsedScene {
  readonly id: string;
  /** YYYY-MM-DD, UTC. */
  readonly date: string;
  readonly role: 'before' | 'after';
  readonly platform: string | null;
  /** Cloud cover of the whole scene according to its catalogue. */
  readonly cloudCoverPercent: number | null;
  /** Share of what it shows of the area that is under clouds or their shadow, 0 to 1. */
  readonly cloudShare: number;
  /** Share of the area's pixels that the composite took from it, 0 to 1. */
  readonly shareUsed: number;
}

export interface AreaStatistics {
  readonly areaHectares: number;
  /** Area that is clear on both dates. */
  readonly clearHectares: number;
  readonly clearShare: number;
  readonly changedHectares: number;
  /** Share of the area that is clear on both dates. */
  readonly changedShare: number;
  readonly patchCount: number;
  readonly largestPatchHectares: number;
  readonly pixelSizeMeters: number;
  /** The kinds of change that occur, the largest first. */
  readonly kinds: readonly KindStatistics[];
  /** The classes of severity that occur, the most severe first; by the method `nbr` alone. */
  readonly severities?: readonly SeverityStatistics[];
}

export interface SeverityStatistics {
  readonly severity: Severity;
  readonly hectares: number;
  /** Share of all change, 0 to 1. */
  readonly share: number;
}

export interface KindStatistics {
  readonly kind: ChangeKind;
  readonly hectares: number;
  /** Share of all change, 0 to 1. */
  readonly share: number;
  readonly patchCount: number;
}

/** The parameters of a run, with the defaults filled in. */
export interface AnalysisParameters {
  /** Of the method `lda`; null for others. */
  readonly landCover: LandCover | null;
  readonly blankMaskMargins: boolean;
  readonly windowDays: number;
  readonly smallestPatchPixels: number;
  readonly smallestChangeHectares: number;
}

/** The result's files: Cloud Optimized GeoTIFFs on one grid, and the patches of change. */
export interface AnalysisFiles {
  /** Reflectance × 10,000 as uint16, one band for each of `bands`; 0 is nodata. */
  readonly before: string;
  readonly after: string;
  /** Codes of `changePalette` as uint8 with its colours, `outside` as nodata. */
  readonly change: string;
  /** GDAL's file with the names of the classes. */
  readonly changeAux: string;
  /** The change layer, its class names and a style for QGIS in one archive. */
  readonly changeZip: string;
  /** The id of the listed patch to which each pixel belongs, as uint32; 0 for none. */
  readonly patchIds: string;
  /** GeoJSON, one feature a line, the largest first. */
  readonly patches: string;
  readonly patchesKml: string;
  /** A zipped shapefile. */
  readonly patchesShapefile: string;
}

/** The files of a run by their names in its folder. */
export const resultFileNames = {
  before: 'before.tif',
  after: 'after.tif',
  change: 'change.tif',
  changeAux: 'change.tif.aux.xml',
  changeZip: 'change.zip',
  patchIds: 'patch-ids.tif',
  patches: 'patches.geojson',
  patchesKml: 'patches.kml',
  patchesShapefile: 'patches.zip',
} as const satisfies Record<keyof AnalysisFiles, string>;

/**
 * What a result was computed with and from. With its request, method and scenes it can be made
 * again.
 */
export interface Provenance {
  readonly software: 'Refugia';
  /** Version of the engine. */
  readonly version: string;
  /** Root of the STAC API that was searched, and its collections, the preferred one first. */
  readonly catalogueUrl: string;
  readonly collections: readonly string[];
  /** ISO 8601, UTC. */
  readonly computedAt: string;
}

export interface AnalysisResult {
  readonly changeOccurred: boolean;
  /** Dates of the scenes that fill most of the area. */
  readonly beforeDate: string;
  readonly afterDate: string;
  readonly scenes: readonly UsedScene[];
  readonly method: ChangeMethod;
  readonly bands: readonly BandName[];
  readonly parameters: AnalysisParameters;
  readonly statistics: AreaStatistics;
  /** Number of patches in `files.patches`, which lists only the largest if there are very many. */
  readonly listedPatchCount: number;
  readonly provenance: Provenance;
  readonly files: AnalysisFiles;
  readonly notes: readonly RunFact[];
}

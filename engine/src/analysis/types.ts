import type { MultiPolygon, Polygon } from 'geojson';
import type { ChangeKind, ChangeMethod, LandCover } from '../change/options.ts';
import type { BandName } from '../source/scene.ts';

/** Which of a date's scenes may be used, by their ids: all of them when left out. */
export interface SceneChoice {
  readonly only?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** What a run is asked for. */
export interface AnalysisRequest {
  /** Longitude and latitude, WGS 84. */
  readonly area: Polygon | MultiPolygon;
  /** YYYY-MM-DD. */
  readonly beforeDate: string;
  readonly afterDate: string;
  readonly method?: ChangeMethod;
  /** Call change beside clouds that looks like their rim or shadow unobserved: true when left out. */
  readonly blankMaskMargins?: boolean;
  readonly scenes?: { readonly before?: SceneChoice; readonly after?: SceneChoice };
  /** For the method `lda`. */
  readonly landCover?: LandCover;
  /** A change has occurred when one patch of changed clear pixels is at least this large. */
  readonly smallestChangeHectares?: number;
}

/** The steps of a run, in order; the contract's words. */
export type AnalysisStep = 'searching' | 'reading' | 'compositing' | 'detecting' | 'rendering';

export interface AnalysisProgress {
  readonly step: AnalysisStep;
  /** How many are dealt with and there in all: scenes looked at for clouds while searching, then read. */
  readonly done?: number;
  readonly total?: number;
  /** What is counted: pieces of a large area, or else scenes. */
  readonly of?: 'places';
  /** How far the step is, 0 to 1; moves within what is counted, too, and never back. */
  readonly share?: number;
  /** Of those done, the pieces that an earlier attempt at the same run has kept. */
  readonly resumed?: number;
}

/** A scene that a composite took pixels from. */
export interface UsedScene {
  readonly id: string;
  /** YYYY-MM-DD, UTC. */
  readonly date: string;
  readonly role: 'before' | 'after';
  readonly platform: string | null;
  /** Of the whole scene, as its catalogue says. */
  readonly cloudCoverPercent: number | null;
  /** Share of what it shows of the area that is under clouds or their shadow, 0 to 1. */
  readonly cloudShare: number;
  /** Share of the area's pixels that the composite took from it, 0 to 1. */
  readonly shareUsed: number;
}

export interface AreaStatistics {
  readonly areaHectares: number;
  /** Clear on both dates. */
  readonly clearHectares: number;
  readonly clearShare: number;
  readonly changedHectares: number;
  /** Of what was clear on both dates. */
  readonly changedShare: number;
  readonly patchCount: number;
  readonly largestPatchHectares: number;
  readonly pixelSizeMeters: number;
  /** The kinds of change that there are, the largest first. */
  readonly kinds: readonly KindStatistics[];
}

export interface KindStatistics {
  readonly kind: ChangeKind;
  readonly hectares: number;
  /** Of all change, 0 to 1. */
  readonly share: number;
  readonly patchCount: number;
}

/** What a run was computed with, defaults filled in. */
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
  /** What GDAL keeps beside it: the names of its classes. */
  readonly changeAux: string;
  /** All three for a GIS: the classes, their names, and a style for QGIS. */
  readonly changeZip: string;
  /** The patch that each pixel belongs to, by its id as uint32; 0 where there is none listed. */
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

/** What a result was computed by and from: with its request, method and scenes enough to make it again. */
export interface Provenance {
  readonly software: 'Refugia';
  /** Of the engine. */
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
  /** Patches in `files.patches`: of very many, only the largest. */
  readonly listedPatchCount: number;
  readonly provenance: Provenance;
  readonly files: AnalysisFiles;
  readonly notes: readonly string[];
}

/**
 * Why a run can't give a result. `permanent`: it would fail again in the same way (no scene covers
 * the area), so that trying again is no use.
 */
export class AnalysisFailure extends Error {
  readonly permanent: boolean;

  constructor(message: string, options: { permanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'AnalysisFailure';
    this.permanent = options.permanent;
  }
}

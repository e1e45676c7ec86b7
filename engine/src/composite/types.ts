import type { MultiPolygon, Polygon } from 'geojson';
import type { Grid } from '../raster/grid.ts';
import type { PixelLayout } from '../raster/pixel-layout.ts';
import type { BandName, Scene } from '../source/scene.ts';
import type { Transport } from '../source/transport.ts';
import type { Gaps } from './gaps.ts';
import type { SceneFiles } from './scene-files.ts';

/**
 * The pixels on which a run works. All that is known of them is held in planes of `layout`: of the whole
 * rectangle around the area, or, where the area is scattered in a large one, of what lies inside only.
 */
export interface WorkArea {
  readonly grid: Grid;
  readonly layout: PixelLayout;
  /** 1 inside the area: a plane of `layout`. */
  readonly mask: Uint8Array;
  /** How many pixels of `mask` are 1. */
  readonly pixelCount: number;
  readonly pixelSizeMeters: number;
  /** The scenes' own pixel size, where the area is too large to work on in it. */
  readonly coarsenedFromMeters?: number;
}

/** How many pixels an area may have. */
export interface PixelLimits {
  /** Pixels of the rectangle around it. */
  readonly most: number;
  /**
   * With no more pixels than this inside of the area, the rectangle may have up to `mostAround`, and of
   * the finest any number.
   */
  readonly mostInside?: number;
  /** `most` when left out. */
  readonly mostAround?: number;
}

export interface WorkAreaOptions {
  /** Longitude and latitude, WGS 84. */
  area: Polygon | MultiPolygon;
  /** Both dates' scenes; the nearest one that opens tells the pixel size and the snapping. */
  scenes: readonly Scene[];
  transport: Transport;
  /** An area of more pixels gets coarser ones: `workPixels` when left out. */
  limits?: PixelLimits;
  signal?: AbortSignal;
}

export interface CompositeOptions {
  /** YYYY-MM-DD, UTC. */
  beforeDate: string;
  afterDate: string;
  /** What `searchScenes` found for each date. */
  beforeScenes: readonly Scene[];
  afterScenes: readonly Scene[];
  workArea: WorkArea;
  transport: Transport;
  /** What opens the scenes' files, where several work areas share it. */
  files?: SceneFiles;
  signal?: AbortSignal;
  /** Whether the composites tell the `coverage` of their pixels: false when left out. */
  marksCoverage?: boolean;
  /** Scenes whose clouds have been looked at, of those found; not all may be needed. */
  onSurvey?: (progress: { done: number; total: number }) => void;
  /** Scenes whose bands have been read, of those that are going to be; the same by single bands, 0 to 1. */
  onProgress?: (progress: { done: number; total: number; share: number }) => void;
}

/** A scene that a composite took pixels from. */
export interface CompositeScene {
  readonly scene: Scene;
  /** Pixels of the area taken from it. */
  readonly pixelCount: number;
  /** The same as a share of the area's pixels, 0 to 1. */
  readonly shareUsed: number;
  /** Share of what the scene shows of the area that is under clouds or their shadow, 0 to 1. */
  readonly cloudShare: number;
  /** Pixels of the area that it shows, clouds included. */
  readonly coveredPixels: number;
}

/** One date's picture of an area: what change is looked for in. */
export interface Picture {
  readonly grid: Grid;
  /** What `bands` are, in `bandNames` order; the same for both dates. */
  readonly names: readonly BandName[];
  /** Surface reflectance × 10,000, at least 1; 0 is nodata. */
  readonly bands: readonly Uint16Array[];
  /** 1 where the pixel is inside the area and holds a clear observation. */
  readonly valid: Uint8Array;
  /** 1 where the scene classification says water: kept in the picture, left out of vegetation change. */
  readonly water: Uint8Array;
  /** Largest share first. */
  readonly scenes: readonly CompositeScene[];
  /** Date of the scenes that fill most of the area, YYYY-MM-DD. */
  readonly date: string;
  /** Share of the area's pixels that are clear, 0 to 1. */
  readonly clearShare: number;
}

/** One date's picture filled pixel by pixel from the nearest clear scenes of the whole area. */
export interface Composite extends Picture {
  /** For each pixel its index in `scenes`; 255 where there is none. */
  readonly sceneIndex: Uint8Array;
  /** For each pixel a number for the set of days whose scenes show it, clouds included. */
  readonly coverage?: Uint8Array;
}

export interface PicturePair {
  readonly before: Picture;
  readonly after: Picture;
}

export interface CompositePair extends PicturePair {
  readonly before: Composite;
  readonly after: Composite;
  /** What the pictures lack. */
  readonly gaps: { readonly before: Gaps; readonly after: Gaps };
  /** Sentences for the reader of the result: scenes dropped, offsets corrected. `pictureNotes` has more. */
  readonly notes: readonly string[];
}

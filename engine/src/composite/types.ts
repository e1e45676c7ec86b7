import type { MultiPolygon, Polygon } from 'geojson';
import type { RunFact } from '../facts/run-facts.ts';
import type { Grid } from '../raster/grid.ts';
import type { PixelLayout } from '../raster/pixel-layout.ts';
import type { BandName, Scene } from '../source/scene.ts';
import type { Transport } from '../source/transport.ts';

/**
 * The pixels on which a run works. All data about them are samples of `layout`. The layout holds the
 * whole rectangle around the area, or only the pixels inside of it if the area is scattered in a
 * large rectangle.
 */
export interface WorkArea {
  readonly grid: Grid;
  readonly layout: PixelLayout;
  /** 1 inside the area: samples of `layout`. */
  readonly mask: Uint8Array;
  /** How many pixels of `mask` are 1. */
  readonly pixelCount: number;
  readonly pixelSizeMeters: number;
  /** The scenes' own pixel size, if the area is too large to be worked on at that size. */
  readonly coarsenedFromMeters?: number;
}

/** How many pixels an area may have before they are made coarser. */
export interface PixelLimits {
  /** The most pixels of the rectangle around the area. */
  readonly most: number;
  /**
   * An area with at most this many pixels inside may have a larger rectangle, of up to `mostAround`
   * pixels. At the finest pixel size its rectangle may have any number of pixels.
   */
  readonly mostInside?: number;
  /** `most` when left out. */
  readonly mostAround?: number;
}

export interface WorkAreaOptions {
  /** Longitude and latitude, WGS 84. */
  area: Polygon | MultiPolygon;
  /**
   * Both dates' scenes. The nearest one that opens gives the pixel size and the grid to snap to.
   */
  scenes: readonly Scene[];
  transport: Transport;
  /** The limits above which pixels become coarser; `workPixels` when left out. */
  limits?: PixelLimits;
  signal?: AbortSignal;
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

/** One date's picture of an area. Change is looked for in two of them. */
export interface DatePicture {
  readonly grid: Grid;
  /** What each of `bands` is, in the order of `bandNames`; the same for both dates. */
  readonly names: readonly BandName[];
  /** Surface reflectance × 10,000, at least 1; 0 is nodata. */
  readonly bands: readonly Uint16Array[];
  /** 1 where the pixel is inside the area and holds a clear observation. */
  readonly valid: Uint8Array;
  /**
   * 1 where the scene classification says water. Water stays in the picture but is left out of
   * vegetation change.
   */
  readonly water: Uint8Array;
  /** Largest share first. */
  readonly scenes: readonly CompositeScene[];
  /** Date of the scenes that fill most of the area, YYYY-MM-DD. */
  readonly date: string;
  /** Share of the area's pixels that are clear, 0 to 1. */
  readonly clearShare: number;
}

/** One date's picture in which each pixel comes from the nearest scene that shows it clearly. */
export interface Composite extends DatePicture {
  /** For each pixel its index in `scenes`; 255 where there is none. */
  readonly sceneIndex: Uint8Array;
  /** For each pixel a number for the set of days whose scenes show it, clouds included. */
  readonly coverage?: Uint8Array;
}

/**
 * How many pixels of an area a date's picture lacks, by the reason, and how many show snow on both
 * dates.
 */
export interface Gaps {
  /** Under clouds or shadows in every scene that shows them. */
  readonly clouded: number;
  /** Under snow on this date only. */
  readonly snowy: number;
  /** Shown by no scene that could be read. */
  readonly unshown: number;
  /** In the picture, under snow on both dates. */
  readonly snowOnBoth: number;
}

export interface PicturePair {
  readonly before: DatePicture;
  readonly after: DatePicture;
}

export interface CompositePair extends PicturePair {
  readonly before: Composite;
  readonly after: Composite;
  /** The gaps of each picture. */
  readonly gaps: { readonly before: Gaps; readonly after: Gaps };
  /** For the reader of the result: scenes dropped, offsets corrected. `pictureNotes` has more. */
  readonly notes: readonly RunFact[];
}

import type { RasterNote } from '../facts/raster-facts.ts';
import type { Affine } from '../raster/grid.ts';
import type { SampleType } from '../raster/samples.ts';

/** All facts about an ingested raster. It is plain JSON, with NaN and ±∞ as text. */
export interface RasterFacts extends RasterHeader {
  /** Facts about the band that is shown. */
  readonly shown: BandFacts;
  /** Size of the Cloud Optimized GeoTIFF. */
  readonly cogBytes: number;
}

/** What a coarse picture of a raster tells, from a few of its samples. */
export interface CoarseFacts extends Pick<RasterFacts, 'shown'> {
  /** The Web Mercator zoom at which tiles of 512 pixels begin to show each pixel of the picture. */
  readonly maxZoom: number;
}

/** What is known of a raster before its pixels are read. */
export interface RasterHeader extends GroundFacts {
  readonly width: number;
  readonly height: number;
  readonly bandCount: number;
  /** The band that is shown, from 0. */
  readonly band: number;
  /** The names of the bands in the file; null for a band without a name. */
  readonly bandNames: readonly (string | null)[];
  /** The units of the bands in the file. Headers that were read by earlier versions don't have them. */
  readonly bandUnits?: readonly (string | null)[];
  /**
   * Type of the samples as they are kept: float16 becomes float32, 64-bit integers become float64.
   */
  readonly sampleType: SampleType;
  /** Type of the samples in the file, by GDAL's name: Byte, Int16, Float32 … */
  readonly dataType: string;
  /** The "no data" value as text ("-9999", "nan"); null if the file has none. */
  readonly nodata: string | null;
  readonly kind: RasterKind;
  /** Whether the file has a mask or an opacity band that hides some pixels. */
  readonly hasMask: boolean;
  /** The compression of the file's blocks: none, deflate, lzw … */
  readonly compression: string;
  readonly fileBytes: number;
  /** What a user of the raster should know. */
  readonly notes: readonly RasterNote[];
}

/**
 * What the numbers are. Measured numbers can be averaged. Numbers of classes cannot. Colours (red,
 * green and blue) are shown as they are.
 */
export type RasterKind = 'continuous' | 'categorical' | 'rgb';

/** Where a raster lies on the earth. */
export interface GroundFacts {
  /** The coordinate system in the file; null if it has none. */
  readonly originalCrs: CrsFacts | null;
  /** The coordinate system that is used: the file's, or the code that a person entered. */
  readonly crs: CrsFacts;
  /** Pixel to CRS coordinates, in rasterio's order. */
  readonly affine: Affine;
  /** [smallest x, smallest y, largest x, largest y] in the CRS. */
  readonly crsBounds: Bounds;
  /**
   * Longitude and latitude of the file's upper left, upper right, lower right and lower left corner;
   * null for one that lies beside the earth.
   */
  readonly corners: readonly [LonLat | null, LonLat | null, LonLat | null, LonLat | null];
  /** [west, south, east, north] in degrees; east is beyond 180 for a raster across the antimeridian. */
  readonly bounds: Bounds;
  readonly center: LonLat;
  /** [width, height] of the pixel at the centre, in metres of EPSG:3857. */
  readonly pixelMeters: readonly [number, number];
  /** [width, height] of the pixel at the centre, in degrees. */
  readonly pixelDegrees: readonly [number, number];
  /** The Web Mercator zoom at which tiles of 512 pixels begin to show each pixel. */
  readonly maxZoom: number;
}

export type LonLat = readonly [longitude: number, latitude: number];
export type Bounds = readonly [number, number, number, number];

export interface CrsFacts {
  readonly name: string;
  readonly epsg: number | null;
  /** The PROJ string with which it is computed. */
  readonly projection: string;
  /** The largest error of the conversion to WGS 84, in metres; null if it is not known. */
  readonly accuracyMeters: number | null;
}

export interface BandFacts {
  /** A sample stands for the value sample × scale + offset. */
  readonly scale: number;
  readonly offset: number;
  /**
   * Statistics of the samples as they stand in the file, masked ones included, as GDAL computes
   * them; null if no pixel has data.
   */
  readonly statistics: Statistics | null;
  /** Statistics of the visible values, after scale and offset; null if no pixel has data. */
  readonly values: Statistics | null;
  /** Histogram of the values; null if no pixel has data. */
  readonly histogram: Histogram | null;
  /**
   * For a raster of classes, each class that occurs, in the order of the numbers; null otherwise.
   */
  readonly classes: readonly ClassFacts[] | null;
  readonly validCount: number;
  /** Pixels that are nodata, NaN or masked. */
  readonly nodataCount: number;
  /** Pixels that are +∞ or −∞, which count as nodata too. */
  readonly infiniteCount: number;
}

/** As GDAL computes them. The deviation is that of the whole population. */
export interface Statistics {
  readonly minimum: number;
  readonly maximum: number;
  readonly mean: number;
  readonly standardDeviation: number;
}

/** Counts of equal bins between two values. The last bin includes the upper value. */
export interface Histogram {
  readonly minimum: number;
  readonly maximum: number;
  readonly counts: readonly number[];
}

export interface ClassFacts {
  readonly value: number;
  readonly count: number;
  /** Red, green and blue, 0 to 255, by the file's colour map; null without one. */
  readonly colour: readonly [number, number, number] | null;
}

import type { Window } from '../../raster/grid.ts';
import type { Samples, SampleType } from '../../raster/samples.ts';
import type { RangeTask } from '../../tiff/reading/decode-range.ts';
import type { TileEncoding } from '../../tiff/writer/encode-tile.ts';
import type { OverviewResampling } from '../../tiff/writer/halve-rows.ts';
import type { Valuation } from '../../valuation/index.ts';
import type { Combination } from '../combination/open-combination.ts';
import type { BandMeasures } from '../measure/band-measure.ts';

/** What every thread has to know about the pyramid. */
export interface PyramidPlan {
  readonly tileSize: number;
  /** Number of bands in the input, including opacity. */
  readonly sourceBands: number;
  /** Sample type of the input. */
  readonly sourceType: SampleType;
  /** How tiles are compressed. */
  readonly encoding: TileEncoding;
  readonly overviews: OverviewResampling;
  /** Nodata value of the output. */
  readonly nodata: number | undefined;
  /** The band whose pixels of 0 are not part of the image; undefined without one. */
  readonly alphaBand: number | undefined;
  /** What is measured of the full image's output tiles. */
  readonly measure: {
    readonly band: number;
    /** Whether pixels can be hidden, by a mask or by opacity. */
    readonly hasHidden: boolean;
  };
  /**
   * How samples are turned into values: one band without a mask, whose pixels without a value are nodata.
   * Undefined to keep them.
   */
  readonly valuing: ValuingPlan | undefined;
  /** Of a combination's result, whose rows are computed. */
  readonly combination?: Combination | undefined;
}

/** How samples of the first band become values, which are stored as whole numbers. */
export interface ValuingPlan {
  readonly valuation: Valuation;
  /** Nodata value of the input. */
  readonly nodata: number | undefined;
  readonly scale: number;
  readonly offset: number;
}

/** Rows of a level, in memory that threads share. */
export interface SharedRows {
  readonly width: number;
  readonly bands: readonly Samples[];
  /** 0 where a pixel is not part of the image; undefined where all are. */
  readonly mask: Uint8Array | undefined;
}

/** One tile of a level that is to be compressed and halved. */
export interface PyramidTileTask {
  readonly rows: SharedRows;
  readonly rowCount: number;
  /** The tile's first pixel. */
  readonly column: number;
  /** Whether the rows are those of the full image. */
  readonly isFull: boolean;
  /** Where the halved tile goes; undefined at the smallest level. */
  readonly half: { readonly rows: SharedRows; readonly firstRow: number } | undefined;
}

/** The place of a compressed tile in its thread's scratch file. */
export interface SpilledTile {
  readonly offset: number;
  readonly length: number;
}

export interface TileResult {
  readonly tile: SpilledTile;
  readonly mask: SpilledTile | undefined;
}

/** The tasks of threads: `start` comes first, `measured` last. */
export type ThreadTask =
  | { readonly kind: 'start'; readonly plan: PyramidPlan; readonly spillPath: string }
  | { readonly kind: 'decode'; readonly task: RangeTask }
  | { readonly kind: 'tile'; readonly task: PyramidTileTask }
  | { readonly kind: 'combine'; readonly part: Window }
  | { readonly kind: 'measured' };

export type ThreadResult = TileResult | Int16Array<ArrayBuffer> | BandMeasures | undefined;

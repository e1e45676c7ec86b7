import type { CoarseFacts, RasterHeader, ValuedRasterFacts } from '@refugia/engine/ingest/index.ts';

/** What the server keeps of an uploaded raster. When it is done, these are the engine's `RasterFacts`. */
export interface StoredRasterFacts extends RasterHeader {
  /** The facts about its coarse picture, while the raster is processed and the picture is stored. */
  readonly coarse?: CoarseFacts;
}

/** What the server keeps of a combined raster. */
export interface CombinedFacts extends ValuedRasterFacts {
  /** The valued rasters of the layers, in the order of the combination. */
  readonly valuedIds: readonly number[];
}

export {
  type CombinationChanges,
  compareCombinations,
} from './combination/compare-combinations.ts';
export type { Combination, CombinedLayer } from './combination/open-combination.ts';
export { buildCombinedRaster, type CombinationOrder } from './combined-raster.ts';
export { RasterError, type RasterErrorCode } from './errors.ts';
export type * from './facts.ts';
export { ingestRaster } from './ingest.ts';
export { type InspectedRaster, inspectRaster, type RasterChoices } from './inspect.ts';
export type { ValueAreas } from './value-areas.ts';
export {
  buildValuedRaster,
  type ValuedRasterFacts,
  type ValuedRasterOptions,
} from './valued-raster.ts';

export { RasterError, type RasterErrorCode } from './errors.ts';
export type * from './facts.ts';
export { ingestRaster } from './ingest.ts';
export { type InspectedRaster, inspectRaster, type RasterChoices } from './inspect.ts';
export {
  buildValuedRaster,
  type ValuedRasterFacts,
  type ValuedRasterOptions,
} from './valued-raster.ts';

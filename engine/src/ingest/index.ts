export { coarsenRaster } from './coarse-raster.ts';
export { RasterError, type RasterErrorCode } from './errors.ts';
export type * from './facts.ts';
export { type IngestOptions, type IngestProgress, ingestRaster } from './ingest.ts';
export {
  type InspectedRaster,
  type InspectionStep,
  inspectRaster,
  type RasterChoices,
} from './inspect.ts';
export { buildValuedRaster, type ValuedRaster, type ValuedRasterOptions } from './valued-raster.ts';

export type { ByteSource } from './byte-source.ts';
export { TiffError, type TiffErrorCode } from './errors.ts';
export { defaultTiffLimits, type TiffLimits } from './limits.ts';
export type { IsBlockWanted } from './reading/plan.ts';
export { type ReadWindowOptions, readWindow } from './reading/read-window.ts';
export type { TiffImage } from './structure/image.ts';
export {
  gridOfImage,
  type OpenTiffOptions,
  openTiff,
  selectOverview,
  type Tiff,
} from './structure/open.ts';
export type { CogDescription, CogOptions, Palette } from './writer/cog-description.ts';
export { type SparseImage, writeCog, writeSparseCog } from './writer/cog-writer.ts';
export { type ByteSink, writeFileAtomically, writeWhole } from './writer/sink.ts';

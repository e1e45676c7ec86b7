export { dataTilePixels, renderDataTile } from './number-tile.ts';
export { type Cog, openCog } from './open-cog.ts';
export { type PictureOptions, type RasterPicture, renderPicture } from './picture.ts';
export { type PointReading, readValueAt } from './value-at.ts';
export type { ValueStyle } from './value-style.ts';
export { renderValueTile, type ValueTileOptions } from './value-tile.ts';

/*
 * What a browser needs to make the calls of the Conservation Value Mapper. It stands apart from their
 * schemas, whose library a browser would load for nothing.
 */

/** The path that every call of the Conservation Value Mapper begins with. */
export const valueMapperBase = '/api/conservation_value_mapper';

/** Attributes and their new values as `keyValUpdateArray` takes them: JSON text of keys and values. */
export const keyValUpdateArray = (changes: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.entries(changes).map(([key, val]) => ({ key, val })));

/** How a raster's numbers are read: as a measure, as classes, or as colors that are shown as they are. */
export const rasterKinds = ['continuous', 'categorical', 'rgb'] as const;
export type RasterKind = (typeof rasterKinds)[number];

/** Where uploads by the tus protocol (version 1.0.0, extensions creation and termination) begin. */
export const resumableUploadsPath = '/api/uploads';

/** The purpose of a raster for a data layer of the Conservation Value Mapper; target: dataLayerID. */
export const valueMapperRasterPurpose = 'value-mapper-raster';

/**
 * The header of the reply to the last byte: what the app made of the file, as JSON; for a raster its
 * id. The reply comes when the file is stored, and again to whoever asks for the offset later.
 */
export const uploadResultHeader = 'Upload-Result';

/** What a layer's footprint is filled with where it has no data, in the order of the button's cycle. */
export const backgroundColors = ['lightblue', 'orange', 'green', 'purple'] as const;
export type BackgroundColor = (typeof backgroundColors)[number];

/** The colours that CSS gives these names: red, green and blue from 0 to 255. */
export const backgroundRgb: Readonly<
  Record<BackgroundColor, readonly [red: number, green: number, blue: number]>
> = {
  lightblue: [173, 216, 230],
  orange: [255, 165, 0],
  green: [0, 128, 0],
  purple: [128, 0, 128],
};

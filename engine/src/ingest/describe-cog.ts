import { canHold } from '../raster/samples.ts';
import { kindItem } from '../render/values/open-cog.ts';
import type { CogDescription, TiffImage } from '../tiff/index.ts';
import { geoKeyTagsOfText } from '../tiff/structure/geo-keys.ts';
import type { InspectedRaster } from './inspect.ts';
import { keptBands } from './limits.ts';
import type { MeasureState } from './measure/band-measure.ts';
import { statisticsItems } from './statistics-items.ts';

/** The description of a raster's COG, before its pixels are known. */
export function describeCog({ image, crs, header }: InspectedRaster): CogDescription {
  const bands = keptBands(image, header.band);
  const isWhole = bands.length === image.bandCount;
  const { palette, isRgb, alphaBand } = image.colours;
  const { nodata, sampleType } = image;
  return {
    width: image.width,
    height: image.height,
    bandCount: bands.length,
    sampleType,
    affine: image.affine,
    ...placeOf(crs, image),
    // No pixel can have a nodata value that does not fit into a sample.
    ...(nodata !== undefined && canHold(sampleType, nodata) && { nodata }),
    bands: bands.map((band) => ({ ...image.bands[band], items: {} })),
    isRgb: isRgb && isWhole,
    alphaBand: isWhole ? alphaBand : undefined,
    palette: palette && bands.length === 1 ? wholePalette(palette, sampleType) : undefined,
  };
}

/** How the file names its CRS: by a code, by a text that a person has entered, or as it did. */
function placeOf(
  { epsg, enteredText }: InspectedRaster['crs'],
  { geoKeyTags }: TiffImage,
): Pick<CogDescription, 'epsg' | 'geoKeyTags'> {
  if (epsg !== undefined) return { epsg };
  return { geoKeyTags: enteredText === undefined ? geoKeyTags : geoKeyTagsOfText(enteredText) };
}

/** The same with the measured statistics, for GDAL's programs and for drawing. */
export function withMeasure(
  description: CogDescription,
  { header, image }: InspectedRaster,
  measure: MeasureState,
): CogDescription {
  const shown = keptBands(image, header.band).indexOf(header.band);
  const items = {
    [kindItem]: header.kind,
    LAYER_TYPE: header.kind === 'categorical' ? 'thematic' : 'athematic',
    ...statisticsItems(measure),
  };
  const bands = (description.bands ?? []).map((band, index) =>
    index === shown ? { ...band, items } : band,
  );
  return { ...description, bands };
}

/** A colour map needs a colour for each possible value of a sample. Shorter ones are padded. */
function wholePalette(
  palette: NonNullable<TiffImage['colours']['palette']>,
  sampleType: TiffImage['sampleType'],
) {
  const length = sampleType === 'uint8' ? 256 : 65_536;
  return Array.from({ length }, (_, value) => palette[value] ?? ([0, 0, 0] as const));
}

import { canHold } from '../raster/samples.ts';
import { kindItem } from '../render/cog.ts';
import type { CogDescription, TiffImage } from '../tiff/index.ts';
import { geoKeyTagsOfText } from '../tiff/structure/georeference.ts';
import type { RasterFacts } from './facts.ts';
import type { InspectedRaster } from './inspect.ts';
import type { MeasureState } from './measure/band-measure.ts';
import { bandFacts, statisticsItems } from './measure/summary.ts';
import { type PyramidWork, writePyramid } from './pyramid/write-pyramid.ts';

/**
 * Measures an inspected raster and writes it as a Cloud Optimized GeoTIFF with overviews, masks and
 * colours. The target is written completely or not at all. Rejects with RasterError if the pixels
 * cannot be read, or with the signal's reason when aborted.
 */
export async function writeMeasuredCog(
  inspected: InspectedRaster,
  targetPath: string,
  options: Pick<PyramidWork, 'rows' | 'onShare' | 'signal'>,
): Promise<Pick<RasterFacts, 'shown' | 'cogBytes'>> {
  const { image, bands, header } = inspected;
  const description = describeCog(inspected);
  const isClasses = header.kind === 'categorical';
  const work: PyramidWork = {
    ...options,
    image,
    bands,
    description,
    overviews: isClasses ? 'mode' : 'average',
    nodata: image.nodata,
    alphaBand: description.alphaBand,
    measure: { band: bands.indexOf(header.band), hasHidden: header.hasMask },
    valuing: undefined,
    targetPath,
  };
  const { measured, bytes } = await writePyramid(work, ({ visible }) =>
    withMeasure(description, inspected, visible),
  );
  const { scale, offset } = image.bands[header.band];
  const shown = bandFacts(measured, {
    scale,
    offset,
    isWhole: !image.sampleType.startsWith('float'),
    isClasses,
    palette: image.colours.palette,
  });
  return { shown, cogBytes: bytes };
}

/** The description of a raster's COG, before its pixels are known. */
function describeCog({ image, bands, crs }: InspectedRaster): CogDescription {
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
function withMeasure(
  description: CogDescription,
  { bands: kept, header }: InspectedRaster,
  measure: MeasureState,
): CogDescription {
  const shown = kept.indexOf(header.band);
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

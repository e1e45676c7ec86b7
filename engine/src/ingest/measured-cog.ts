import { canHold } from '../raster/samples.ts';
import { kindItem } from '../render/values/open-cog.ts';
import type { CogDescription, TiffImage } from '../tiff/index.ts';
import { geoKeyTagsOfText } from '../tiff/structure/georeference.ts';
import type { RasterFacts } from './facts.ts';
import { asRasterError, type InspectedRaster } from './inspect.ts';
import { keptBands } from './limits.ts';
import type { MeasureState } from './measure/band-measure.ts';
import { bandFacts, statisticsItems } from './measure/summary.ts';
import {
  assembleCog,
  tileEncodingFor,
  tileSizeFor,
  writePyramid,
} from './pyramid/write-pyramid.ts';
import type { ImageRows } from './rows/image-rows.ts';

interface MeasuredCogOptions {
  /** All rows of the image, where they do not come from its file. */
  readonly rows?: ImageRows | undefined;
  /** @param share 0 to 1 */
  readonly onShare?: (share: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The share of the whole work that is done when all tiles are made. */
const tilesShare = 0.95;

/**
 * Measures an inspected raster and writes it as a Cloud Optimized GeoTIFF with overviews, masks and
 * colours. The target is written completely or not at all. Rejects with RasterError if the pixels
 * cannot be read, or with the signal's reason when aborted.
 */
export async function writeMeasuredCog(
  inspected: InspectedRaster,
  targetPath: string,
  { rows, onShare = () => {}, signal }: MeasuredCogOptions,
): Promise<Pick<RasterFacts, 'shown' | 'cogBytes'>> {
  const { image, header } = inspected;
  const { sampleType } = image;
  const description = describeCog(inspected);
  const { bandCount } = description;
  const overviews = header.kind === 'categorical' ? 'mode' : 'average';
  const tileSize = tileSizeFor(image, bandCount, sampleType);
  const bands = keptBands(image, header.band);
  const { nodata } = image;
  const work = {
    image,
    bands,
    rows,
    plan: {
      tileSize,
      sourceBands: bandCount,
      sourceType: sampleType,
      bandCount,
      keepsMask: true,
      encoding: tileEncodingFor(description, { tileSize, overviews }),
      overviews,
      nodata,
      alphaBand: description.alphaBand,
      measure: { band: bands.indexOf(header.band), nodata, hasHidden: header.hasMask },
      valuing: undefined,
    },
    scratchPath: targetPath,
    onProgress: (share: number) => onShare(share * tilesShare),
    signal,
  } as const;
  try {
    return await writePyramid(work, async (levels, measured) => {
      const { scale, offset } = image.bands[header.band];
      const shown = bandFacts(measured, {
        scale,
        offset,
        isWhole: !sampleType.startsWith('float'),
        isClasses: header.kind === 'categorical',
        palette: image.colours.palette,
      });
      const measuredDescription = withMeasure(description, inspected, measured.visible);
      const options = { tileSize, overviews, signal } as const;
      const cogBytes = await assembleCog(targetPath, measuredDescription, levels, options);
      onShare(1);
      return { shown, cogBytes };
    });
  } catch (error) {
    throw asRasterError(error);
  }
}

/** The description of a raster's COG, before its pixels are known. */
function describeCog({ image, crs, header }: InspectedRaster): CogDescription {
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
function withMeasure(
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

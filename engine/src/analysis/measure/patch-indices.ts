import { bandsByName, normalisedDifference } from '../../change/index.ts';
import type { DatePicture, PicturePair } from '../../composite/types.ts';

/**
 * Normalised differences of two bands, each as (first − second)/(first + second):
 * - NDVI, how green the ground is: Rouse et al., Monitoring vegetation systems in the Great Plains
 *   with ERTS, 1974;
 * - NBR, which falls where vegetation burned or was cleared: Key & Benson, FIREMON, 2006;
 * - NDMI, how much water the vegetation holds: Gao, NDWI, Remote Sensing of Environment 58, 1996.
 */
const spectralIndices = {
  ndvi: ['nir', 'red'],
  nbr: ['nir', 'swir2'],
  ndmi: ['nir', 'swir1'],
} as const;

export type SpectralIndex = keyof typeof spectralIndices;

/** The mean of an index over the pixels of a patch on both dates, from −1 to 1. */
export type PatchIndices = Partial<
  Record<SpectralIndex, { readonly before: number; readonly after: number }>
>;

/**
 * Measures the indices of patches before and after. An index whose bands the pictures lack is left
 * out.
 * @param pair samples of the layout in which the patches' pixels are counted
 */
export function measurePatchIndices(
  patches: readonly { readonly pixels: Int32Array }[],
  { before, after }: PicturePair,
): PatchIndices[] {
  const measures = (Object.keys(spectralIndices) as SpectralIndex[]).flatMap((index) => {
    const [meanBefore, meanAfter] = [meanOf(before, index), meanOf(after, index)];
    return meanBefore && meanAfter ? [{ index, meanBefore, meanAfter }] : [];
  });
  return patches.map(({ pixels }) =>
    Object.fromEntries(
      measures.map(({ index, meanBefore, meanAfter }) => [
        index,
        { before: meanBefore(pixels), after: meanAfter(pixels) },
      ]),
    ),
  );
}

function meanOf(
  picture: Pick<DatePicture, 'bands' | 'names'>,
  index: SpectralIndex,
): ((pixels: Int32Array) => number) | undefined {
  const bands = bandsByName(picture, spectralIndices[index]);
  if (bands === undefined) return undefined;
  const [first, second] = bands;
  return (pixels) =>
    pixels.reduce((sum, pixel) => sum + normalisedDifference(first, second, pixel), 0) /
    pixels.length;
}

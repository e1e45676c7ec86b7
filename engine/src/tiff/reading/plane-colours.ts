import type { Samples } from '../../raster/samples.ts';
import { coloursOfInks, unpackColours } from '../codecs/colours.ts';
import type { PlaneColours } from '../structure/colour-model.ts';
import type { TiffImage } from '../structure/image.ts';

/** What has to be read of an image whose colours lie in planes. */
export interface ColourPlanes {
  /** The same image with its planes as bands of plain samples. */
  readonly image: TiffImage;
  /** All of them: each colour takes several. */
  readonly bands: readonly number[];
  /**
   * Writes bands of red (0), green, blue and opacity (3) of as many pixels as the planes have. The output may be
   * the memory of the planes.
   */
  readonly write: (
    planes: readonly Samples[],
    bands: readonly number[],
    output: readonly Samples[],
  ) => void;
}

/** Pixels that are joined at a time, so that they need little memory. */
const pixelsAtOnce = 65_536;
const planeCounts = { inks: 4, ycbcr: 3 } as const;
const channels = 4;

/**
 * What every reader of pixels reads in place of an image whose colours lie in planes; undefined for
 * other images.
 */
export function colourPlanesOf(image: TiffImage): ColourPlanes | undefined {
  const { planeColours } = image.encoding;
  if (!planeColours) return undefined;
  const bandCount = planeCounts[planeColours.kind];
  const encoding = { ...image.encoding, planeColours: undefined };
  return {
    image: { ...image, bandCount, encoding },
    bands: Array.from({ length: bandCount }, (_, plane) => plane),
    write: (planes, bands, output) => writeColours(planeColours, planes, { bands, output }),
  };
}

function writeColours(
  colours: PlaneColours,
  planes: readonly Samples[],
  { bands, output }: { bands: readonly number[]; output: readonly Samples[] },
): void {
  const [first] = planes as [Samples];
  for (let start = 0; start < first.length; start += pixelsAtOnce) {
    const count = Math.min(pixelsAtOnce, first.length - start);
    const together = new Uint8Array(count * planes.length);
    for (const [plane, samples] of planes.entries()) {
      for (let pixel = 0; pixel < count; pixel++) {
        together[pixel * planes.length + plane] = samples[start + pixel]!;
      }
    }
    const rgba =
      colours.kind === 'inks'
        ? coloursOfInks(together, planes.length)
        : unpackColours(together, colours.packed, { width: count, rows: 1 });
    for (const [index, band] of bands.entries()) {
      const target = output[index]!;
      for (let pixel = 0; pixel < count; pixel++) {
        target[start + pixel] = rgba[pixel * channels + band]!;
      }
    }
  }
}

import {
  colourOfValue,
  defaultPalette,
  type Valuation,
  valuationFunction,
} from '../valuation/index.ts';
import type { Cog } from './cog.ts';
import { pixelState } from './data-tile.ts';
import type { Rgba } from './palette-png.ts';
import type { ValueStyle } from './rendering.ts';
import type { MapSamples } from './sampled-raster.ts';

/** Colours by their numbers, and a picture of such numbers. */
export interface PalettePicture {
  readonly indices: Uint8Array;
  readonly colours: readonly Rgba[];
}

const outsideIndex = 0;
const backgroundIndex = 1;
const firstColour = 2;
/** Number of colours on each side of zero. One step is less than 2 of 255. */
const stepsAside = 126;

/** Whether a style draws red, green and blue as they are. */
export function isDrawnAsRgb(cog: Cog, style: ValueStyle): boolean {
  return cog.kind === 'rgb' && style.valuation === undefined;
}

/**
 * Colours the samples of a map window. Of a picture in red, green and blue, only the red band is
 * coloured.
 */
export function paintValues(samples: MapSamples, cog: Cog, style: ValueStyle): PalettePicture {
  const { indexOf, colours } = colouring(cog, style);
  const [band] = samples.bands;
  const indices = new Uint8Array(band.length);
  for (let index = 0; index < indices.length; index++) {
    const state = samples.states[index];
    if (state === pixelState.valid) indices[index] = indexOf(band[index]);
    else indices[index] = state === pixelState.noData ? backgroundIndex : outsideIndex;
  }
  const background: Rgba = style.background ? [...style.background, 255] : [0, 0, 0, 0];
  return { indices, colours: [[0, 0, 0, 0], background, ...colours] };
}

/** The pixels of a map window as red, green, blue and opacity. */
export function paintRgb(samples: MapSamples, { background }: ValueStyle): Uint8Array {
  const [red, green, blue] = samples.bands;
  const pixels = new Uint8Array(4 * red.length);
  const filled = background ? [...background, 255] : [0, 0, 0, 0];
  for (let index = 0; index < red.length; index++) {
    const state = samples.states[index];
    if (state === pixelState.valid) {
      pixels[4 * index] = red[index];
      pixels[4 * index + 1] = green[index];
      pixels[4 * index + 2] = blue[index];
      pixels[4 * index + 3] = 255;
    } else if (state === pixelState.noData) {
      pixels.set(filled, 4 * index);
    }
  }
  return pixels;
}

interface Colouring {
  /**
   * The index of a sample's colour. The first two indices are for pixels outside and for the
   * background.
   */
  readonly indexOf: (sample: number) => number;
  readonly colours: readonly Rgba[];
}

function colouring(cog: Cog, style: ValueStyle): Colouring {
  if (cog.kind === 'categorical' && cog.palette && !style.valuation) return classColours(cog);
  const valueAt = valueFunctionOf(cog, style.valuation);
  const palette = style.palette ?? defaultPalette;
  const colours = Array.from({ length: 2 * stepsAside + 1 }, (_, step): Rgba => {
    const [red, green, blue] = colourOfValue(step / stepsAside - 1, palette);
    return [red, green, blue, 255];
  });
  return {
    colours,
    indexOf(sample) {
      const value = valueAt(sample);
      if (Number.isNaN(value)) return backgroundIndex;
      const clamped = Math.min(1, Math.max(-1, value));
      return firstColour + Math.round((clamped + 1) * stepsAside);
    },
  };
}

/** The value of a sample: by the valuation, or from −1 at the smallest to 1 at the largest. */
function valueFunctionOf(cog: Cog, valuation: Valuation | undefined): (sample: number) => number {
  const { scale, offset, samples } = cog;
  if (valuation) {
    const valueAt = valuationFunction(valuation);
    return (sample) => valueAt(sample * scale + offset);
  }
  const ends = [samples?.minimum ?? 0, samples?.maximum ?? 0].map((end) => end * scale + offset);
  const minimum = Math.min(...ends);
  const span = Math.max(...ends) - minimum;
  return (sample) => (span > 0 ? (2 * (sample * scale + offset - minimum)) / span - 1 : -1);
}

/**
 * The colours of classes. If the colour map has more colours than fit, only the first classes are
 * coloured.
 */
function classColours({ palette = [], samples }: Cog): Colouring {
  const first = Math.max(0, samples?.minimum ?? 0);
  const shown = palette.slice(first, first + 256 - firstColour);
  return {
    colours: shown.map(([red, green, blue]): Rgba => [red, green, blue, 255]),
    indexOf: (code) => (code - first < shown.length ? firstColour + code - first : backgroundIndex),
  };
}

import { average } from '../../math/average.ts';
import type { PatchPixels } from './patch-pixels.ts';

/** A scene tells of a patch of which it shows this share clearly. */
const clearShare = 0.6;
const fewestPixels = 4;

/**
 * NBR and NDVI of a patch on one scene, less those of its surroundings, which change with the season
 * and the light as the patch does. By itself, a wood that loses its leaves looks like one that is cut.
 */
export type Measures = readonly (number | undefined)[];

/** Bands of a scene in coarse pixels, and where they show the ground. */
interface ScenePixels {
  readonly nir: Uint16Array;
  readonly red: Uint16Array;
  readonly swir2: Uint16Array;
  readonly isClear: (index: number) => boolean;
}

/** Measures patches on a scene; not those of which it shows too little. */
export function measureOnScene(
  { nir, red, swir2, isClear }: ScenePixels,
  pixels: readonly PatchPixels[],
): Measures[] {
  const meanOf = (second: Uint16Array, indices: readonly number[]): number | undefined => {
    const seen = indices.filter((index) => isClear(index) && nir[index] > 0 && second[index] > 0);
    if (seen.length < Math.max(fewestPixels, clearShare * indices.length)) return undefined;
    return average(
      seen.map((index) => (nir[index] - second[index]) / (nir[index] + second[index])),
    );
  };
  return pixels.map(({ inside, around }) =>
    [swir2, red].map((second) => {
      const own = meanOf(second, inside);
      const others = meanOf(second, around);
      return own === undefined || others === undefined ? undefined : own - others;
    }),
  );
}

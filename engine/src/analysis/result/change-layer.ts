import { changeClass, severityCode } from '../../change/index.ts';
import type { WorkArea } from '../../composite/types.ts';
import { changePalette, paletteSeverities } from '../../render/change-palette.ts';
import type { ChangePatch } from '../measure/patches.ts';

/**
 * The content of the file `change.tif`: a code of `changePalette` for each pixel of the work area's
 * layout. A changed pixel has the kind of its patch, not its own, so that the areas of kinds are
 * equal in the file, in the statistics and in the list of patches. Where the method tells severity,
 * a changed pixel has its own severity instead.
 *
 * @param found `changeClass` codes and, where they are known, `severityCode`: samples of the layout
 * @param patches every patch of the area's changed pixels
 */
export function buildChangeLayer(
  { mask, severities }: { readonly mask: Uint8Array; readonly severities?: Uint8Array },
  patches: readonly ChangePatch[],
  { mask: isInside }: Pick<WorkArea, 'mask'>,
): Uint8Array {
  const { outside, unobserved, unchanged } = changePalette;
  const layer = new Uint8Array(mask.length);
  for (let index = 0; index < layer.length; index++) {
    const isObserved = mask[index] !== changeClass.unobserved;
    if (isInside[index] !== 1) layer[index] = outside.code;
    else layer[index] = isObserved ? unchanged.code : unobserved.code;
  }
  for (const { kind, pixels } of patches) {
    const { code } = changePalette[kind];
    for (const pixel of pixels) {
      layer[pixel] = severities ? paletteCodes[severities[pixel]] : code;
    }
  }
  return layer;
}

/** The palette's code of each `severityCode`. */
const paletteCodes: number[] = [];
for (const severity of paletteSeverities) {
  paletteCodes[severityCode[severity]] = changePalette[severity].code;
}

/**
 * The `id` of the patch to which each pixel belongs; 0 for none.
 *
 * @param patches those whose ids are wanted
 * @param pixelCount samples of the work area's layout
 */
export function patchIds(patches: readonly ChangePatch[], pixelCount: number): Uint32Array {
  const ids = new Uint32Array(pixelCount);
  for (const { id, pixels } of patches) for (const pixel of pixels) ids[pixel] = id;
  return ids;
}

import { placeBand } from '../../composite/place/place-band.ts';
import { bandMarginPixels } from '../../composite/place/place-on-grid.ts';
import { SceneFileError } from '../../composite/read/file-trouble.ts';
import type { NeededPixels } from '../../composite/read/needed-pixels.ts';
import type { SceneFiles } from '../../composite/read/scene-files.ts';
import type { WorkArea } from '../../composite/types.ts';
import type { Scene } from '../../source/scene.ts';
import { offsetOfBaseline4 } from '../../source/stac-item.ts';

/** The bands by which `change/pair/snow.ts` identifies snow. */
export const snowBandNames = ['green', 'nir', 'swir1'] as const;

/** A scene's `snowBandNames` on the work grid: reflectance × 10,000, 0 where there is no value. */
export type SnowBands = readonly Uint16Array[];

/**
 * Reads the bands that identify snow, in the coarse pixels of a preview. Rejects with TransportError,
 * TiffError or SceneFileError.
 */
export async function readSnowBands(
  scene: Scene,
  { files, workArea, needed }: { files: SceneFiles; workArea: WorkArea; needed: NeededPixels },
): Promise<SnowBands> {
  const pixels = workArea.mask.length;
  const placed = await Promise.all(
    snowBandNames.map(async (name) => {
      const asset = scene.bands[name];
      if (!asset) throw new SceneFileError({ code: 'bands-lacking', params: { bands: [name] } });
      const image = await files.open(scene, asset, workArea.pixelSizeMeters);
      const read = await files.read(image, needed, bandMarginPixels);
      const band = new Uint16Array(pixels);
      if (!read) return { band, place: () => ({ isDoublySubtracted: false }) };
      const { grid, spans } = needed;
      const missing = new Uint8Array(pixels);
      const task = { asset, name, read, gridWidth: grid.width, spans, missing, band };
      return { band, place: (correction: number) => placeBand({ ...task, correction }) };
    }),
  );
  const isDoublySubtracted = placed.map(({ place }) => place(0).isDoublySubtracted).includes(true);
  if (isDoublySubtracted) for (const { place } of placed) place(-offsetOfBaseline4);
  return placed.map(({ band }) => band);
}

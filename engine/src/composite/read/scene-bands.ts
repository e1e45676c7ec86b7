import type { BandName, Scene } from '../../source/scene.ts';
import { offsetOfBaseline4 } from '../../source/stac-item.ts';
import { placeBand } from '../place/place-band.ts';
import { bandMarginPixels } from '../place/place-on-grid.ts';
import type { WorkArea } from '../types.ts';
import { SceneFileError } from './file-trouble.ts';
import type { NeededPixels } from './needed-pixels.ts';
import type { SceneFiles } from './scene-files.ts';

export interface BandReading {
  readonly files: SceneFiles;
  readonly workArea: WorkArea;
  readonly needed: NeededPixels;
}

/**
 * Reads bands of one scene on the work grid: reflectance × 10,000, 0 where there is no value. Where the
 * values look as if their offset had been subtracted twice, it is added again. Rejects with
 * TransportError, TiffError or SceneFileError.
 */
export async function readSceneBands(
  scene: Scene,
  names: readonly BandName[],
  { files, workArea, needed }: BandReading,
): Promise<Uint16Array[]> {
  const pixels = workArea.mask.length;
  const placed = await Promise.all(
    names.map(async (name) => {
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

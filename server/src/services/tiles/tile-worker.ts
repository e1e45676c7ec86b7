import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { cogOf, type PointReading, readValueAt } from '@refugia/engine/render/cog.ts';
import type { Rendering } from '@refugia/engine/render/rendering.ts';
import { renderTile } from '@refugia/engine/render/tile.ts';
import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import type { Valuation } from '@refugia/engine/valuation/index.ts';
import sharp from 'sharp';
import { placeOf, type StoredLocation } from '../../platform/storage/storage.ts';
import { openStoredTiff, type StoredTiff } from './stored-tiff.ts';

/** One tile of a stored raster, and how it is drawn. */
export interface TileTask {
  readonly location: StoredLocation;
  readonly rendering: Rendering;
  readonly tile: TileAddress;
  /** Pixels along a side. */
  readonly size: number;
}

export interface PointTask {
  readonly location: StoredLocation;
  readonly position: readonly [longitude: number, latitude: number];
  readonly valuation: Valuation | undefined;
}

/** The tile's bytes, or null when the raster has nothing there. */
export type TileBytes = Uint8Array | null;

/** Files kept open, with their structure read. */
const maxOpenFiles = 12;

/** Open files by place, with the least recently used first. */
const openFiles = new Map<string, Promise<StoredTiff>>();

function fileAt(location: StoredLocation): Promise<StoredTiff> {
  const place = placeOf(location);
  const file = openFiles.get(place) ?? openStoredTiff(location);
  openFiles.delete(place);
  openFiles.set(place, file);
  file.catch(() => openFiles.delete(place));
  for (const [oldest, opened] of openFiles) {
    if (openFiles.size <= maxOpenFiles) break;
    openFiles.delete(oldest);
    void opened.then(({ close }) => close()).catch(() => {});
  }
  return file;
}

// The pool's threads already use all processors, and a tile is too small to be divided further.
sharp.concurrency(1);
sharp.cache(false);
serveTasks<TileTask | PointTask, TileBytes | PointReading>(async (task) => {
  const { tiff } = await fileAt(task.location);
  if ('position' in task) return await readValueAt(cogOf(tiff), task.position, task.valuation);
  const { rendering, tile, size } = task;
  return await renderTile(tiff, rendering, tile, { size });
});

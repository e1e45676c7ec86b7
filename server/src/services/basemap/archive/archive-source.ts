import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Place } from '@refugia/contract/basemap.ts';
import { ThreadPool } from '@refugia/engine/threads/thread-pool.ts';
import { joinCredits, schemaCredits } from '../credits.ts';
import { standInMaxZoom, type Tile, type TileSource } from '../sources.ts';
import type { CheckedTile } from '../tile-check.ts';
import type { ArchiveTask, OpenedArchive } from './archive-worker.ts';
import type { Laid } from './merge.ts';

/** A damaged or hostile file must not keep the thread for ever. */
const taskMilliseconds = 30_000;
const heapMegabytes = 512;

/** Why the start is refused: a sentence that names the file and says what to do. */
export class ArchiveRefusal extends Error {
  override readonly name = 'ArchiveRefusal';
}

/** Files of tiles, which a thread of their own reads by ranges. */
export class ArchiveFiles {
  readonly #thread = new ThreadPool<ArchiveTask, unknown>({
    url: new URL('./archive-worker.ts', import.meta.url),
    threads: 1,
    tasksAtOnce: 8,
    taskMilliseconds,
    heapMegabytes,
  });
  /** Is told of tiles that are left out, with the file's path. */
  readonly #onDamage: (file: string, error: unknown) => void;
  readonly #vectorFiles: string[] = [];

  constructor(onDamage: (file: string, error: unknown) => void) {
    this.#onDamage = onDamage;
  }

  /** @throws {ArchiveRefusal} */
  async open(file: string, id: string): Promise<TileSource> {
    const opened = (await this.#thread.run({ kind: 'open', file }).catch((error: Error) => {
      const says =
        error.name === 'ArchiveError' ? error.message : `can't be used: ${error.message}`;
      throw new ArchiveRefusal(`BASEMAP_FILE: ${file} ${says}`, { cause: error });
    })) as OpenedArchive;
    const { size, mtimeMs } = await stat(file);
    const { schema, type, maxZoom } = opened;
    if (schema) this.#vectorFiles.push(file);
    return {
      id,
      version: createHash('sha256').update(`${file} ${size} ${mtimeMs}`).digest('hex').slice(0, 12),
      type,
      ...(schema && { schemas: [schema] }),
      tileSize: 512,
      maxZoom: type === 'vector' ? Math.min(standInMaxZoom, maxZoom) : maxZoom,
      attribution: joinCredits([opened.attribution]) || (schema ? schemaCredits[schema] : ''),
      ...(schema && { reach: opened }),
      tile: (address, signal) => this.#tile({ file, address }, signal),
    };
  }

  async #tile(
    { file, address }: Pick<ArchiveTask & { kind: 'tile' }, 'file' | 'address'>,
    signal: AbortSignal | undefined,
  ): Promise<Tile | null> {
    try {
      const order = { kind: 'tile', file, address } as const;
      const tile = (await this.#thread.run(order, { signal })) as CheckedTile | null;
      return tile && { ...tile, freshUntil: Number.POSITIVE_INFINITY };
    } catch (error) {
      signal?.throwIfAborted();
      this.#onDamage(file, error);
      return null;
    }
  }

  /** Lays one tile over another; null, and a line in the log, where that fails. */
  async lay(laid: Laid, id: string): Promise<Uint8Array | null> {
    try {
      return (await this.#thread.run({ kind: 'lay', ...laid })) as Uint8Array;
    } catch (error) {
      this.#onDamage(id, error);
      return null;
    }
  }

  /** What the files name, with a word that begins with `query`. */
  async places(query: string, limit: number): Promise<Place[]> {
    const found = this.#vectorFiles.map((file) =>
      this.#thread.run({ kind: 'places', file, query, limit }).catch((error: unknown) => {
        this.#onDamage(file, error);
        return [];
      }),
    );
    return ((await Promise.all(found)) as Place[][]).flat().slice(0, limit);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

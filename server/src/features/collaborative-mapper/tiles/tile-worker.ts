import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import { type PackedTile, TileIndex, type TileRow } from './tile-index.ts';

/** The tasks of the thread. Rows are JSON text, as the database writes them. */
export type TileTask =
  | {
      readonly kind: 'load';
      readonly mapId: number;
      readonly seq: number;
      readonly rows: readonly string[];
    }
  | {
      readonly kind: 'update';
      readonly mapId: number;
      readonly seq: number;
      readonly rows: string;
      readonly removed: readonly string[];
    }
  | {
      readonly kind: 'cut';
      readonly mapId: number;
      readonly z: number;
      readonly x: number;
      readonly y: number;
      /** The key of the filter, whose hidden features were told. Without one, all are drawn. */
      readonly filter?: string | undefined;
    }
  | {
      readonly kind: 'hide';
      readonly mapId: number;
      readonly filter: string;
      /** The last operation that the ids include at least. */
      readonly seq: number;
      /** The ids of the features that do not meet the filter, with spaces between. */
      readonly ids: string;
    };

/** Undefined when the map is not loaded, or not told yet what the filter hides. */
export type TileAnswer = (PackedTile & { readonly seq: number }) | undefined;

/** The number of maps whose features are kept. The map used least recently is dropped first. */
const mostMaps = 12;
const maps = new Map<number, TileIndex>();

function keep(mapId: number, index: TileIndex): void {
  maps.delete(mapId);
  maps.set(mapId, index);
  for (const oldest of maps.keys()) {
    if (maps.size <= mostMaps) return;
    maps.delete(oldest);
  }
}

const parse = (rows: string): TileRow[] => JSON.parse(rows);

function work(task: TileTask): TileAnswer {
  const known = maps.get(task.mapId);
  switch (task.kind) {
    case 'load':
      keep(task.mapId, new TileIndex(task.rows.flatMap(parse), task.seq));
      return undefined;
    case 'update':
      known?.update(parse(task.rows), task.removed, task.seq);
      return undefined;
    case 'cut': {
      if (!known) return undefined;
      keep(task.mapId, known);
      const tile = known.pack(task.z, task.x, task.y, task.filter);
      return tile && { ...tile, seq: known.seq };
    }
    case 'hide':
      // What was found before a change may be out of date after it, and is found anew.
      if (known?.seq === task.seq) known.hide(task.filter, new Set(task.ids.split(' ')));
      return undefined;
  }
}

serveTasks<TileTask, TileAnswer>(work);

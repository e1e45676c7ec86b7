import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
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
      /** The key of the filter, of which `hide` came before. Without one, all features are drawn. */
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

/** Undefined when the map is not loaded, or what the filter hides is not known yet. */
export type TileAnswer = (PackedTile & { readonly seq: number }) | undefined;

/** The number of maps whose features are kept. */
const mostMaps = 12;
const maps = new LeastRecentlyUsed<TileIndex>(mostMaps);

const parse = (rows: string): TileRow[] => JSON.parse(rows);

function perform(task: TileTask): TileAnswer {
  const key = String(task.mapId);
  const known = maps.get(key);
  switch (task.kind) {
    case 'load':
      maps.set(key, new TileIndex(task.rows.flatMap(parse), task.seq));
      return undefined;
    case 'update':
      known?.update(parse(task.rows), task.removed, task.seq);
      return undefined;
    case 'cut': {
      const tile = known?.pack(task.z, task.x, task.y, task.filter);
      return known && tile && { ...tile, seq: known.seq };
    }
    case 'hide':
      // What was found before a change may be out of date after it, and is found anew.
      if (known?.seq === task.seq) known.hide(task.filter, new Set(task.ids.split(' ')));
      return undefined;
  }
}

serveTasks<TileTask, TileAnswer>(perform);

import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import { TileIndex, type TileRow } from './tile-index.ts';

/** What the thread is asked for; rows come as JSON text, as the database gives them. */
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
    };

/** Undefined where the map is not loaded, or not any more. */
export type TileAnswer =
  | { readonly bytes: Uint8Array; readonly seq: number; readonly leftOut: number }
  | undefined;

/** Maps that are kept, those that were used last. */
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

const parse = (rows: string) => JSON.parse(rows) as TileRow[];

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
      return { ...known.cut(task.z, task.x, task.y), seq: known.seq };
    }
  }
}

serveTasks<TileTask, TileAnswer>(work);

import {
  dimensionOf,
  levelsWithinPart,
  listAt,
  partsOf,
  positionsOf,
} from '@refugia/engine/edit/parts.ts';
import type { Patch } from '@refugia/engine/merge/index.ts';
import type { FlatGeometry } from '@refugia/engine/vector/types.ts';
import type { Position } from 'geojson';

/** A position of a geometry that was moved. */
export interface MovedPosition {
  /** The indices that lead to it through the lists of coordinates. */
  readonly path: readonly number[];
  readonly position: Position;
}

/** Where more positions are moved, writing the whole geometry takes less time. */
const mostMoved = 4;

/**
 * The positions that a patch moves. Undefined when it changes the geometry in another way, or moves many.
 * @param after the geometry after the patch
 */
export function movedPositions(patch: Patch, after: FlatGeometry): MovedPosition[] | undefined {
  if (patch.kind !== 'edit' || patch.geometry?.kind !== 'splice') return undefined;
  const { typeBefore, typeAfter, splices } = patch.geometry;
  if (typeBefore !== typeAfter) return undefined;
  const moved: MovedPosition[] = [];
  for (const { path, at, remove, insert } of splices) {
    const arePositions = path.length === levelsWithinPart[dimensionOf(after.type)];
    const areFew = moved.length + insert.length <= mostMoved;
    if (!arePositions || !areFew || remove.length !== insert.length) return undefined;
    const pathInGeometry = pathIn(after, path);
    for (const [offset, position] of positionsOf(insert).entries()) {
      const place = at + offset;
      moved.push({ path: [...pathInGeometry, place], position });
      if (place === 0 && dimensionOf(after.type) === 'polygons') {
        // A ring repeats its first position behind its last vertex.
        const end = listAt(partsOf(after), path).length;
        moved.push({ path: [...pathInGeometry, end], position });
      }
    }
  }
  return moved;
}

/**
 * The path within the geometry itself. Patches treat every geometry as a multi-part one, so for a
 * single part the index of the part is left out.
 */
function pathIn({ type }: FlatGeometry, path: readonly number[]): readonly number[] {
  return type.startsWith('Multi') ? path : path.slice(1);
}

import { dimensionOf, levelsWithinPart } from '@refugia/engine/edit/parts.ts';
import type { Patch } from '@refugia/engine/merge/index.ts';
import type { FlatGeometry } from '@refugia/engine/vector/types.ts';
import type { Position } from 'geojson';

/** A position of a geometry's coordinates that has another value than before. */
export interface MovedPosition {
  /** Where it stands within the coordinates. */
  readonly path: readonly number[];
  readonly position: Position;
}

/** For more of them it takes less time to write the whole geometry. */
const mostMoved = 4;

/**
 * The positions that a patch moved, where it does nothing else to the geometry and they are few; else
 * undefined.
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
    for (const [offset, position] of (insert as Position[]).entries()) {
      const place = at + offset;
      moved.push({ path: [...pathInGeometry, place], position });
      if (place === 0 && dimensionOf(after.type) === 'polygons') {
        // A ring repeats its first position at its end.
        const end = listAt(after, pathInGeometry).length - 1;
        moved.push({ path: [...pathInGeometry, end], position });
      }
    }
  }
  return moved;
}

/** Patches read every geometry as its multi-part form: a single part has no list of parts around it. */
function pathIn({ type }: FlatGeometry, path: readonly number[]): readonly number[] {
  return type.startsWith('Multi') ? path : path.slice(1);
}

function listAt({ coordinates }: FlatGeometry, path: readonly number[]): readonly unknown[] {
  return path.reduce<readonly unknown[]>(
    (list, place) => list[place] as readonly unknown[],
    coordinates,
  );
}

import type { Position } from 'geojson';
import { positionsOf } from '../edit/parts.ts';
import type { GeometryChange } from './types.ts';

/** What a change did to the vertices of a geometry, for drawing it. */
export interface VertexChanges {
  readonly moved: readonly { readonly from: Position; readonly to: Position }[];
  readonly added: readonly Position[];
  readonly removed: readonly Position[];
}

/**
 * The vertices that a change moved, added and removed. In a run that was replaced by as many
 * vertices, each counts as moved. In a run whose length changed, the surplus at its end counts as
 * added or removed.
 */
export function vertexChanges(change: GeometryChange): VertexChanges {
  const moved: { from: Position; to: Position }[] = [];
  const added: Position[] = [];
  const removed: Position[] = [];
  for (const { before, after } of changedRuns(change)) {
    const common = Math.min(before.length, after.length);
    for (let index = 0; index < common; index++) {
      moved.push({ from: before[index], to: after[index] });
    }
    for (const position of after.slice(common)) added.push(position);
    for (const position of before.slice(common)) removed.push(position);
  }
  return { moved, added, removed };
}

interface Run {
  readonly before: readonly Position[];
  readonly after: readonly Position[];
}

function changedRuns(change: GeometryChange): Run[] {
  if (change.kind === 'splice') {
    return change.splices.map(({ remove, insert }) => ({
      before: positionsOf(remove),
      after: positionsOf(insert),
    }));
  }
  const { before, after } = change;
  const isMovedPoint = before?.type === 'Point' && after?.type === 'Point';
  return isMovedPoint ? [{ before: [before.coordinates], after: [after.coordinates] }] : [];
}

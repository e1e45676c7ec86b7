import type {
  MapProposal,
  ProposedChange,
} from '@refugia/contract/collaborative-mapper/proposals.ts';
import { type Bounds, boundsOf } from '@refugia/engine/geo/bounds.ts';
import { type FeatureState, vertexChanges } from '@refugia/engine/merge/index.ts';
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import { boxOf, joined } from '../state/tile-news.ts';
import { type ConflictProgress, type ConflictQuestion, resultOf } from './conflict-choice.ts';

type ReviewRole =
  | 'add'
  | 'delete'
  | 'before'
  | 'after'
  | 'way'
  | 'moved'
  | 'added'
  | 'removed'
  | 'present'
  | 'result';

/** The shapes that open proposals add or change, and all changes of the one under review. */
export function proposalShapes(
  proposals: readonly MapProposal[],
  focusedId: string | null,
): FeatureCollection {
  const features = proposals.flatMap(({ id, changes }) =>
    changes
      .filter(({ status }) => status === 'open')
      .flatMap((change) => (id === focusedId ? wholeChange(id, change) : glimpse(id, change))),
  );
  return { type: 'FeatureCollection', features };
}

/** The bounds of all that the open changes of a proposal touch, or null if none has a place. */
export function boundsOfProposal({ changes }: MapProposal): Bounds | null {
  const open = changes.filter(({ status }) => status === 'open');
  return placeOf(open.flatMap(({ before, after }) => [before?.geometry, after?.geometry]));
}

/** An edited shape, with the shape before the edit and every vertex that changed. */
export function editShapes(
  id: string,
  before: FeatureState | null,
  after: FeatureState | null,
  change: ProposedChange['patch'],
): Feature[] {
  const vertices =
    change.kind === 'edit' && change.geometry
      ? vertexChanges(change.geometry)
      : { moved: [], added: [], removed: [] };
  return [
    ...shape(id, 'before', before),
    ...shape(id, 'after', after),
    ...vertices.moved.map(({ from, to }) => drawn(id, 'way', line(from, to))),
    ...vertices.moved.map(({ to }) => drawn(id, 'moved', point(to))),
    ...vertices.added.map((position) => drawn(id, 'added', point(position))),
    ...vertices.removed.map((position) => drawn(id, 'removed', point(position))),
  ];
}

/** Each feature of a conflict as answered so far, below the versions of the stretch in question. */
export function conflictShapes(progress: ConflictProgress): Feature[] {
  const { questions, answers, index } = progress;
  const { conflicts } = progress.conflict;
  const results = conflicts.flatMap((change) =>
    shape(change.feature_id, 'result', resultOf(conflicts, change, answers)),
  );
  const { change, dispute } = questions[index];
  if (dispute.kind !== 'stretch') return results;
  const version = (role: ReviewRole, geometry: Geometry | null) =>
    geometry ? [drawn(change.feature_id, role, geometry)] : [];
  return [
    ...results,
    ...version('before', dispute.base),
    ...version('present', dispute.current),
    ...version('after', dispute.incoming),
  ];
}

/** The bounds of all versions of what is asked, or null if none has a place. */
export function boundsOfQuestion({ change, dispute }: ConflictQuestion): Bounds | null {
  const shapes =
    dispute.kind === 'stretch'
      ? [dispute.base, dispute.current, dispute.incoming]
      : [change.merged?.geometry];
  return placeOf(shapes);
}

function placeOf(shapes: readonly (FeatureState['geometry'] | undefined)[]): Bounds | null {
  const bounds = shapes.map(boxOf).reduce(joined, boundsOf([]));
  return bounds[0] > bounds[2] ? null : bounds;
}

function wholeChange(id: string, { verb, before, after, patch }: ProposedChange): Feature[] {
  switch (verb) {
    case 'create':
      return shape(id, 'add', after);
    case 'delete':
      return shape(id, 'delete', before);
    case 'edit':
      return editShapes(id, before, after, patch);
  }
}

/** The shape of a change that is not under review. A feature to delete turns red itself. */
function glimpse(id: string, { verb, after }: ProposedChange): Feature[] {
  return verb === 'delete' ? [] : shape(id, verb === 'create' ? 'add' : 'after', after);
}

function shape(id: string, role: ReviewRole, state: FeatureState | null): Feature[] {
  return state?.geometry ? [drawn(id, role, state.geometry)] : [];
}

function drawn(proposal: string, role: ReviewRole, geometry: Geometry): Feature {
  return { type: 'Feature', geometry, properties: { proposal, role } };
}

const point = (coordinates: Position): Geometry => ({ type: 'Point', coordinates });
const line = (from: Position, to: Position): Geometry => ({
  type: 'LineString',
  coordinates: [from, to],
});

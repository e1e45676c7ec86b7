import type {
  MapProposal,
  ProposedChange,
} from '@refugia/contract/collaborative-mapper/proposals.ts';
import { type FeatureState, vertexChanges } from '@refugia/engine/merge/index.ts';
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';

/** What a part of a review's drawing stands for. */
type ReviewRole = 'add' | 'delete' | 'before' | 'after' | 'way' | 'moved' | 'added' | 'removed';

/** Shapes that open proposals add or change, and of the one that is looked at all that changes. */
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

/** What an edit makes of a shape, with the shape as it was and every vertex that changed. */
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

/** Deletions redden the feature itself; what is added or changed shows in its new shape. */
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

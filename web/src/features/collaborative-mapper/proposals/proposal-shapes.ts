import type {
  MapProposal,
  ProposedChange,
} from '@refugia/contract/collaborative-mapper/proposals.ts';
import { type FeatureState, vertexChanges } from '@refugia/engine/merge/index.ts';
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';

/** The meaning of a shape in the drawing of a review. */
type ReviewRole = 'add' | 'delete' | 'before' | 'after' | 'way' | 'moved' | 'added' | 'removed';

/**
 * The shapes that open proposals add or change, and all changes of the one that is being reviewed.
 */
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

/**
 * The shape by which a proposal shows while it is not reviewed. A deletion has none, because the
 * feature itself turns red.
 */
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

import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { mapAddress } from '../calls/maps.ts';
import { boxOf } from '../state/tile-news.ts';

type Placed = Pick<MapProposal, 'id' | 'mapID' | 'status' | 'changes'>;

/** The address that shows a proposal where it is. */
export function addressOfProposal(proposal: Placed): string {
  return `${mapAddress(proposal.mapID)}${subjectOfProposal(proposal)}`;
}

/**
 * The part of a map's address that shows a proposal: in the queue while it is open, then by the
 * feature that it changed, or by its place if that is not on the map.
 */
export function subjectOfProposal({ id, status, changes }: Placed): string {
  if (status === 'open') return `&proposal=${id}`;
  const [first] = changes;
  if (first === undefined) return '';
  const isThere = first.status === 'accepted' ? first.verb !== 'delete' : first.verb !== 'create';
  if (isThere) return `&feature=${first.feature_id}`;
  const place = middleOf((first.after ?? first.before)?.geometry ?? null);
  return place === null ? '' : `&place=${place.join(',')}`;
}

function middleOf(geometry: FeatureState['geometry']): [number, number] | null {
  const [west, south, east, north] = boxOf(geometry);
  if (west > east) return null;
  return [Number(((west + east) / 2).toFixed(5)), Number(((south + north) / 2).toFixed(5))];
}

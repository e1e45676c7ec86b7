import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { boxOf } from '../state/tile-news.ts';

type Placed = Pick<MapProposal, 'id' | 'mapID' | 'status' | 'changes'>;

/**
 * The address that shows a proposal where it is: in the queue while it is open, then by the feature
 * that it changed, or by its place alone where the feature is not on the map.
 */
export function addressOfProposal({ id, mapID, status, changes }: Placed): string {
  const address = `/apps/collaborativemapper/map?id=${mapID}`;
  if (status === 'open') return `${address}&proposal=${id}`;
  const [first] = changes;
  if (first === undefined) return address;
  const isThere = first.status === 'accepted' ? first.verb !== 'delete' : first.verb !== 'create';
  if (isThere) return `${address}&feature=${first.feature_id}`;
  const place = middleOf((first.after ?? first.before)?.geometry ?? null);
  return place === null ? address : `${address}&place=${place.join(',')}`;
}

function middleOf(geometry: FeatureState['geometry']): [number, number] | null {
  const [west, south, east, north] = boxOf(geometry);
  if (west > east) return null;
  return [Number(((west + east) / 2).toFixed(5)), Number(((south + north) / 2).toFixed(5))];
}

import { listKey } from '../calls/actions.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { OwnProposals, useOwnProposals } from './own-proposals.tsx';

export function OwnProposalsOfMap() {
  const { call, map } = useOpenMap();
  const queryKey = listKey(map.id, 'own-proposals');
  const question = useOwnProposals({ call, queryKey, mapId: map.id });
  return <OwnProposals question={question} namesMap={false} />;
}

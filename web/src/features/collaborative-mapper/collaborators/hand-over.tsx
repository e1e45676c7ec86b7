import type { CollaborativeMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import { useState } from 'react';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/modal.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { listKey, useAction } from '../calls/actions.ts';
import { useOpenMap } from '../workspace/open-map.ts';

/** The owner makes a collaborator the owner, after a question. */
export function HandOver({ username }: { username: string }) {
  const { client, call, map } = useOpenMap();
  const [isAsking, setIsAsking] = useState(false);
  const handing = useAction(
    () =>
      call<CollaborativeMap>('/api/rrm/hand_over', {
        method: 'POST',
        body: { mapID: map.id, username },
      }),
    {
      failure: 'The map was not handed over. Please try again.',
      changes: [listKey(map.id, 'collaborators')],
      onDone: (handedOver) => {
        showToast('success', `${username} owns the map now. You are a reviewer.`);
        client.takeMap(handedOver);
      },
    },
  );
  return (
    <>
      <PanelButton
        aria-label={`Hand the map over to ${username}`}
        onPress={() => setIsAsking(true)}
      >
        Hand over
      </PanelButton>
      {isAsking && (
        <ConfirmDialog
          title="Hand the map over?"
          isOpen
          confirmLabel="Hand over"
          tone="danger"
          isPending={handing.isPending}
          onConfirm={() => handing.mutate()}
          onCancel={() => setIsAsking(false)}
        >
          {username} becomes the owner of “{map.name}” and alone decides about its people, links and
          deletion. You stay as a reviewer, and can’t take it back.
        </ConfirmDialog>
      )}
    </>
  );
}

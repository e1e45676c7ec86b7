import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useModalAddress, withModal } from '../../../lib/modal-address.ts';
import { nextOf, withoutNext } from '../../../lib/next-address.ts';
import { callApi, useSession } from '../../../lib/session.ts';
import { useCall } from '../../../lib/use-call.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { showFailure } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';

/**
 * Says at the site's root that a map is private. Visitors may log in, which leads back to the map;
 * others may ask its owner. The answer is the same for a map that does not exist.
 */
export function PrivateMapModal() {
  const { status } = useSession();
  const { openModal } = useModalAddress();
  const [parameters, setParameters] = useSearchParams();
  const [isAsked, setIsAsked] = useState(false);
  const { isPending, run } = useCall((error) =>
    showFailure(error, 'The owner was not asked. Please try again.'),
  );
  // Without the way back, who is logged in would be led to the map again.
  const close = () => setParameters(withoutNext(withModal(parameters, null)), { replace: true });
  const mapId = Number(/[?&]id=(\d+)/.exec(nextOf(parameters) ?? '')?.[1]);
  const ask = () =>
    run(async () => {
      await callApi('/api/rrm/access_requests', { method: 'POST', body: { mapID: mapId } });
      setIsAsked(true);
    });
  return (
    <Modal
      title="This map is private"
      onClose={close}
      footer={
        <>
          <Button kind="secondary" onPress={close}>
            Close
          </Button>
          {status === 'visitor' && <Button onPress={() => openModal('login')}>Log In</Button>}
          {status === 'authenticated' && !isAsked && mapId > 0 && (
            <Button isPending={isPending} onPress={ask}>
              Ask the owner
            </Button>
          )}
        </>
      }
    >
      <Text>
        You can’t open it{status === 'authenticated' && ' with this account'}: it is open to the
        people whom its owner has let in, its link was replaced, or there is no such map.
        {status === 'visitor' &&
          ' If you work on it, log in, and it opens. You can also ask its owner then.'}
      </Text>
      {isAsked && (
        <Notice type="success" isAnnounced>
          If there is such a map, its owner is asked now. The bell tells you when you are let in.
        </Notice>
      )}
    </Modal>
  );
}

import { ViewLinks } from '../../../map/sharing/view-links.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { useOpenMap } from '../workspace/open-map.ts';

/** The owner makes links by which people view a private map, and revokes them one by one. */
export function ViewLinksModal({ onClose }: { onClose: () => void }) {
  const { map } = useOpenMap();
  return (
    <Modal title="View-only links" isOpen onClose={onClose}>
      <ViewLinks
        target={{ type: 'map', id: map.id }}
        explanation="Anyone who has such a link sees the map with its layers and comments, even without an account, and can change nothing, comment nothing and download nothing."
        copiedSentence="Link copied. Anyone who has it can view this map."
      />
    </Modal>
  );
}

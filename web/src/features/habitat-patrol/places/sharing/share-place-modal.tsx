import type { Place } from '@refugia/contract/habitat-patrol/places.ts';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { Text } from '../../../../ui/style/typography.tsx';
import styles from '../places.module.css';
import { PlaceLinks } from './place-links.tsx';
import { PlaceMembersList } from './place-members.tsx';

/** Shares a place with accounts, and by view-only links. */
export function SharePlaceModal({ place, onClose }: { place: Place; onClose: () => void }) {
  return (
    <Modal title={`Share ${place.name}`} isOpen onClose={onClose}>
      <div className={styles.form}>
        <Text number={2}>
          Others see the place with its looks and their results. Your note and your other places
          stay yours.
        </Text>
        <PlaceMembersList placeId={place.id} />
        <PlaceLinks placeId={place.id} />
      </div>
    </Modal>
  );
}

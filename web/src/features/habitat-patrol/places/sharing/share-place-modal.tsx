import type { Place } from '@refugia/contract/habitat-patrol/places.ts';
import { ViewLinks } from '../../../../map/sharing/view-links.tsx';
import { PanelButton } from '../../../../ui/actions/button.tsx';
import { copyText } from '../../../../ui/overlays/copy-text.ts';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { PartHeading, Text } from '../../../../ui/style/typography.tsx';
import utilities from '../../../../ui/style/utilities.module.css';
import { placeFeedAddress } from '../../patrol/places-api.ts';
import { PlaceMembersList } from './place-members.tsx';

/** Shares a place with accounts, and by view-only links. */
export function SharePlaceModal({ place, onClose }: { place: Place; onClose: () => void }) {
  return (
    <Modal title={`Share ${place.name}`} onClose={onClose}>
      <div className={utilities.stack}>
        <Text number={2}>
          Others see the place with its looks and their results. Your note and your other places
          stay yours.
        </Text>
        <PlaceMembersList placeId={place.id} />
        <PartHeading level={3}>View-only links</PartHeading>
        <ViewLinks
          target={{ type: 'place', id: place.id }}
          explanation="Anyone who has such a link reads the place, even without an account. With it comes a feed (Atom) that tells feed readers of each look that found change."
          copiedSentence="Link copied. Anyone who has it reads this place."
          beside={({ key }) => (
            <PanelButton
              onPress={() =>
                void copyText(
                  placeFeedAddress(place.id, key),
                  'Address of the feed copied. Paste it into a feed reader.',
                )
              }
            >
              Copy feed
            </PanelButton>
          )}
        />
      </div>
    </Modal>
  );
}

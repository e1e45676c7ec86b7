import type { Place } from '@refugia/contract/habitat-patrol/places.ts';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { PanelButton } from '../../../../ui/actions/button.tsx';
import { latePart } from '../../../../ui/states/late-part.tsx';

const SharePlaceModal = latePart(
  async () => (await import('./share-place-modal.tsx')).SharePlaceModal,
  { failure: 'toast' },
);

/** The button by which the owner of a place shares it. */
export function SharePlace({ place }: { place: Place }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <PanelButton icon={Share2} onPress={() => setIsOpen(true)}>
        Share
      </PanelButton>
      {isOpen && <SharePlaceModal place={place} onClose={() => setIsOpen(false)} />}
    </>
  );
}

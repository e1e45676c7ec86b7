import type { Place } from '@refugia/contract/habitat-patrol/places.ts';
import { Download, Share2 } from 'lucide-react';
import { useState } from 'react';
import { saveAsFile } from '../../../../lib/save-as-file.ts';
import { useSession } from '../../../../lib/session.ts';
import { PanelButton } from '../../../../ui/actions/button.tsx';
import { useAction } from '../../../../ui/overlays/use-action.ts';
import { lateOverlay } from '../../../../ui/states/late-part.tsx';
import { SideNote } from '../../../../ui/style/typography.tsx';
import {
  fetchPlaceFile,
  placesKey,
  removePlaceMember,
  useViewKey,
} from '../../patrol/places-api.ts';

const SharePlaceModal = lateOverlay(
  async () => (await import('./share-place-modal.tsx')).SharePlaceModal,
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

/** Says by whom a place is shared, and what the reader may do. Owners see nothing. */
export function SharedBy({ place: { role, owner } }: { place: Place }) {
  const text = {
    owner: null,
    watch: `Shared by ${owner}. You see its looks.`,
    judge: `Shared by ${owner}. You see its looks and may judge their patches.`,
    viewer: 'Opened by a view-only link.',
  }[role];
  if (text === null) return null;
  return <SideNote number={2}>{text}</SideNote>;
}

export function LeavePlace({ place: { id, name }, onLeft }: { place: Place; onLeft: () => void }) {
  const username = useSession().account?.username ?? '';
  const leaving = useAction({
    act: () => removePlaceMember(id, username),
    failure: 'You could not leave the place. Please try again.',
    done: `You left ${name}.`,
    changes: [placesKey],
    onDone: onLeft,
  });
  return (
    <PanelButton isPending={leaving.isPending} onPress={() => leaving.mutate()}>
      Leave
    </PanelButton>
  );
}

/** Saves the area of a place as GeoJSON. */
export function DownloadPlace({ place: { id, name } }: { place: Place }) {
  const viewKey = useViewKey();
  const saving = useAction({
    act: () => fetchPlaceFile(id, viewKey),
    failure: 'The file could not be saved. Please try again.',
    onDone: (file) =>
      saveAsFile(`${name.replace(/[\\/:*?"<>|]+/g, '').trim() || 'place'}.geojson`, file),
  });
  return (
    <PanelButton icon={Download} isPending={saving.isPending} onPress={() => saving.mutate()}>
      GeoJSON
    </PanelButton>
  );
}

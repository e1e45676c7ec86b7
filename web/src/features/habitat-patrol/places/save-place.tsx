import { MapPinPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { lateOverlay } from '../../../ui/states/late-part.tsx';
import type { SavePlaceProps } from './save-place-modal.tsx';

const SavePlaceModal = lateOverlay(
  async () => (await import('./save-place-modal.tsx')).SavePlaceModal,
);

export const savePlaceIcon = MapPinPlus;

interface SavePlaceButtonProps extends SavePlaceProps {
  /** Default: a button with words. */
  trigger?: (open: () => void) => ReactNode;
}

/** The button that saves an area as a place. */
export function SavePlace({ trigger, ...props }: SavePlaceButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  return (
    <div>
      {trigger ? (
        trigger(open)
      ) : (
        <PanelButton icon={savePlaceIcon} onPress={open}>
          Save as place
        </PanelButton>
      )}
      {isOpen && <SavePlaceModal {...props} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

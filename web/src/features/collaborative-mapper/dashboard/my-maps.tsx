import { messages } from '@refugia/contract/messages.ts';
import { LogIn } from 'lucide-react';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { DeletedMaps } from './deleted-maps.tsx';
import { MapList, type MapListProps } from './map-list.tsx';

/** The maps that a person owns or edits, and their own deleted maps that can be restored. */
export function MyMaps(props: MapListProps) {
  const { status } = useSession();
  const { openModal } = useModalAddress();
  if (status === 'visitor')
    return (
      <EmptyState
        icon={LogIn}
        title={messages.collaborativeMapper.loginToView}
        actions={
          <>
            <Button onPress={() => openModal('login')}>Log In</Button>
            <Button kind="secondary" onPress={() => openModal('signup')}>
              Sign Up
            </Button>
          </>
        }
      />
    );
  return (
    <>
      <MapList {...props} />
      {status === 'authenticated' && <DeletedMaps />}
    </>
  );
}

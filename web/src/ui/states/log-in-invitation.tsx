import { LogIn } from 'lucide-react';
import { useModalAddress } from '../../lib/modal-address.ts';
import { Button } from '../actions/button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Is shown to visitors in place of personal content, with a way to log in. */
export function LogInInvitation({ title }: { title: string }) {
  const { openModal } = useModalAddress();
  return (
    <EmptyState
      icon={LogIn}
      title={title}
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
}

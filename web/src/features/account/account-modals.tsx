import { useModalAddress } from '../../lib/modal-address.ts';
import { EmailVerificationModal } from './email-verification-modal.tsx';
import { LogInModal } from './log-in-modal.tsx';
import { SignUpModal } from './sign-up-modal.tsx';

/** The account modal that the address names, if any. */
export function AccountModals() {
  const { modal } = useModalAddress();
  switch (modal) {
    case 'login':
      return <LogInModal />;
    case 'signup':
      return <SignUpModal />;
    case 'email-verification':
      return <EmailVerificationModal />;
    case null:
      return null;
  }
}

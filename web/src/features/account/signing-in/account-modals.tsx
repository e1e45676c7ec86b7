import { useEffect } from 'react';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { useSession } from '../../../lib/session.ts';
import { EmailVerificationModal } from './email-verification-modal.tsx';
import { ForgotUsernameModal } from './forgot-username-modal.tsx';
import { LogInModal } from './log-in-modal.tsx';
import { ResetPasswordModal } from './reset-password-modal.tsx';
import { SignUpModal } from './sign-up-modal.tsx';

/** The account modal that the address names. Logging in, here or in another tab, closes it. */
export function AccountModals() {
  const { modal, closeModal } = useModalAddress();
  const { status } = useSession();
  const isPointless = status === 'authenticated' && modal !== null;
  useEffect(() => {
    if (isPointless) closeModal();
  }, [isPointless, closeModal]);
  if (isPointless) return null;

  switch (modal) {
    case 'login':
      return <LogInModal />;
    case 'signup':
      return <SignUpModal />;
    case 'email-verification':
      return <EmailVerificationModal />;
    case 'forgot-username':
      return <ForgotUsernameModal />;
    case 'reset-password':
      return <ResetPasswordModal />;
    case null:
      return null;
  }
}

import type { ReactNode } from 'react';
import { TryAgain } from '../actions/button.tsx';
import { Notice } from './notice.tsx';

interface RetryNoticeProps {
  /** A sentence that says what failed. */
  children: ReactNode;
  onRetry: () => void;
}

/** Says what could not be loaded, with a button in the text that tries again. */
export function RetryNotice({ children, onRetry }: RetryNoticeProps) {
  return (
    <Notice type="error">
      {children} <TryAgain onPress={onRetry} />
    </Notice>
  );
}

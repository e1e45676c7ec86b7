import type { ReactNode } from 'react';
import { TryAgain } from '../actions/button.tsx';
import { Notice } from './notice.tsx';

/** Says what could not be loaded, with a button in the text that tries again. */
export function RetryNotice({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <Notice type="error">
      {children} <TryAgain onPress={onRetry} />
    </Notice>
  );
}

import { useEffect, useEffectEvent } from 'react';

/**
 * Calls a function when this part of the screen goes away, and when the page is hidden or closed. A
 * phone may end a hidden page without a further word, and a browser ends a busy page before it
 * hears that it is hidden, but not before it was asked whether it may be left.
 */
export function useOnLeaving(leave: () => void): void {
  const onLeaving = useEffectEvent(leave);
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') onLeaving();
    };
    const onClosed = () => onLeaving();
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('beforeunload', onClosed);
    window.addEventListener('pagehide', onClosed);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('beforeunload', onClosed);
      window.removeEventListener('pagehide', onClosed);
      onLeaving();
    };
  }, []);
}

import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/**
 * Goes to this address after a while, unless the page is left before. With `null` the page stays.
 */
export function useRedirectLater(to: string | null, milliseconds: number): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (to === null) return;
    const timer = setTimeout(() => navigate(to), milliseconds);
    return () => clearTimeout(timer);
  }, [to, milliseconds, navigate]);
}

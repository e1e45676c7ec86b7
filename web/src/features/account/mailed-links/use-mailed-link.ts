import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { callApi } from '../../../lib/session.ts';

/**
 * Follows the mailed link whose `uid` and `token` stand in the address, by a POST to this path. It is
 * a query, though it changes something: it is asked once however often the page renders, and a link
 * that was used up by a second asking would look expired.
 */
export function useMailedLink<Reply>(path: string): UseQueryResult<Reply> {
  const [parameters] = useSearchParams();
  const uid = parameters.get('uid') ?? '';
  const token = parameters.get('token') ?? '';
  return useQuery({
    queryKey: ['account', 'mailed link', path, uid, token],
    queryFn: () =>
      callApi<Reply>(path, { method: 'POST', body: { uid, token }, authenticated: false }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

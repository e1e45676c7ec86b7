import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../lib/session.ts';
import { fetchComments } from '../calls/comments.ts';
import { type MapAccess, mapKeys } from '../calls/map-access.ts';
import { fetchCollaborators } from '../calls/people.ts';

/**
 * The usernames that a comment on this map may mention: people who work on the map, and people who
 * have commented on it. Others would get no mail.
 */
export function useMentionable({ call, map }: MapAccess): readonly string[] {
  const { account } = useSession();
  const { data: collaborators = [] } = useQuery({
    queryKey: mapKeys.collaborators(map.id),
    queryFn: ({ signal }) => fetchCollaborators(call, map.id, signal),
    enabled: account !== null,
  });
  const { data: comments = [] } = useQuery({
    queryKey: mapKeys.comments(map.id),
    queryFn: ({ signal }) => fetchComments(call, map.id, signal),
    enabled: account !== null,
  });
  const people = [...map.creator, ...collaborators, ...comments.map((each) => each.account)];
  const names = new Set(people.map(({ username }) => username));
  if (account !== null) names.delete(account.username);
  return [...names];
}

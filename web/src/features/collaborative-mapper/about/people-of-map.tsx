import type { MapUser } from '@refugia/contract/collaborative-mapper/maps.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../../ui/actions/link.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { type MapAccess, mapKeys } from '../calls/map-access.ts';
import { fetchCollaborators } from '../calls/people.ts';
import styles from './about.module.css';

/** The owners of a map and its collaborators, each leading to their profile. */
export function PeopleOfMap({ call, map }: MapAccess) {
  const { data: collaborators = [] } = useQuery({
    queryKey: mapKeys.collaborators(map.id),
    queryFn: ({ signal }) => fetchCollaborators(call, map.id, signal),
  });
  return (
    <List kind="plain">
      {map.creator.map((user) => (
        <Person key={user.id} user={user} part="Owner" />
      ))}
      {collaborators.map((user) => (
        <Person key={user.id} user={user} part="Collaborator" />
      ))}
    </List>
  );
}

function Person({ user: { username, photo }, part }: { user: MapUser; part: string }) {
  return (
    <ListItem
      trailing={
        <Text number={3} tone="faint" as="span">
          {part}
        </Text>
      }
    >
      <span className={styles.person}>
        <Avatar photo={photo} name={username} />
        <Link href={`/profile/${encodeURIComponent(username)}`}>{username}</Link>
      </span>
    </ListItem>
  );
}

import type { MapUser } from '@refugia/contract/collaborative-mapper/maps.ts';
import { Link } from '../../../ui/actions/link.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import styles from './collaborators.module.css';

/** A person with name and organization. With `isLinked`, the username leads to the profile. */
export function PersonRow({
  user: { username, photo, first_name, last_name, organization },
  isLinked = false,
}: {
  user: MapUser;
  isLinked?: boolean;
}) {
  const more = [`${first_name} ${last_name}`.trim(), organization].filter((each) => each !== '');
  return (
    <span className={styles.person}>
      <Avatar photo={photo} name={username} />
      <span>
        {isLinked ? (
          <Link href={`/profile/${encodeURIComponent(username)}`}>{username}</Link>
        ) : (
          username
        )}
        {more.length > 0 && (
          <Text number={3} tone="soft">
            {more.join(' · ')}
          </Text>
        )}
      </span>
    </span>
  );
}

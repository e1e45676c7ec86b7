import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import styles from './profile-banner.module.css';

interface ProfileBannerProps {
  username: string;
  organization: string;
  photo: string | null;
  /** What can be done on the profile, at the far end of the banner. */
  action?: ReactNode;
}

/** The head of every profile: a banner, the photo across its edge, and who this is. */
export function ProfileBanner({ username, organization, photo, action }: ProfileBannerProps) {
  return (
    <header className={styles.header}>
      <div className={styles.banner}>
        <div className={styles.contours} />
      </div>
      <div className={styles.person}>
        <div className={styles.photo}>
          <Avatar size="xl" photo={photo} name={username} />
        </div>
        <div className={styles.words}>
          <Heading level={1} look={2}>
            {username}
          </Heading>
          {organization !== '' && <Text tone="soft">{organization}</Text>}
        </div>
        {action}
      </div>
    </header>
  );
}

import { messages } from '@refugia/contract/messages.ts';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import styles from './profile-page.module.css';

/** What somebody has written about themselves, with its lines as they wrote them. */
export function AboutPerson({ bio }: { bio: string }) {
  return (
    <section className={styles.about}>
      <Heading level={2} look={4}>
        About
      </Heading>
      <div className={styles.bio}>
        <Text tone={bio === '' ? 'faint' : 'normal'}>
          {bio === '' ? messages.profile.noDescription : bio}
        </Text>
      </div>
    </section>
  );
}

import type { CurrentAccount } from '@refugia/contract/account.ts';
import { ExternalLink, Radar } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Heading, Text } from '../../ui/typography.tsx';
import styles from './account.module.css';

/** What the owner of the account sees: who they are here, and the apps. */
export function OwnerProfile({ account }: { account: CurrentAccount }) {
  return (
    <>
      <header className={styles.owner}>
        <Avatar size="lg" photo={account.photo} name={account.username} />
        <div>
          <Heading level={1} look={2}>
            {account.username}
          </Heading>
          <Text number={2} tone="soft">
            {account.email}
          </Text>
        </div>
      </header>
      <Heading level={2} look={3}>
        Apps
      </Heading>
      <div className={styles.cards}>
        <Card
          as="article"
          actions={
            <ButtonLink
              href="/apps/habitatpatrol/map"
              target="_blank"
              icon={<Icon of={ExternalLink} size="sm" />}
            >
              Open App
            </ButtonLink>
          }
        >
          <Icon of={Radar} size="lg" />
          <Heading level={3}>Habitat Patrol</Heading>
          <Text tone="soft">
            Pick an area and two dates, and see on the map what changed on the land between them.
          </Text>
        </Card>
      </div>
    </>
  );
}

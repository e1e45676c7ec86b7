import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { valueMapperFor } from '../../../lib/site-settings.ts';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { MapperDrawing, PatrolDrawing, ValueDrawing } from '../../../ui/media/app-drawings.tsx';
import { Badge } from '../../../ui/style/badge.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import styles from './profile-page.module.css';

interface AppEntry {
  name: string;
  text: string;
  drawing: ReactNode;
  href: string;
  /** A link to the account's own things in the app. */
  own?: { label: string; href: string };
}

const apps: readonly AppEntry[] = [
  {
    name: 'Collaborative Mapper',
    text: 'Edit maps and geospatial data as a team: everyone proposes, the owner decides.',
    drawing: <MapperDrawing />,
    href: '/apps/collaborativemapper/dashboard',
  },
  {
    name: 'Habitat Patrol',
    text: 'Pick an area and two dates, and see on the map what changed on the land between them.',
    drawing: <PatrolDrawing />,
    href: '/apps/habitatpatrol/map',
    own: { label: 'My runs', href: '/apps/habitatpatrol/runs' },
  },
];

const valueMapper: AppEntry = {
  name: 'Conservation Value Mapper',
  text: 'Combine maps of what matters into one map of conservation value.',
  drawing: <ValueDrawing />,
  href: '/apps/conservationvaluemapper/dashboard',
};

/** The apps that the account may open. Each opens in a browser tab of its own. */
export function AppsTab({ account }: { account: CurrentAccount }) {
  const { hasCard, isInBeta } = valueMapperFor(account);
  const open = hasCard ? [...apps, valueMapper] : apps;
  return (
    <div className={styles.cards}>
      {open.map(({ name, text, drawing, href, own }) => (
        <Card
          key={name}
          as="article"
          media={drawing}
          actions={
            <>
              <ButtonLink
                href={href}
                target="_blank"
                icon={ExternalLink}
                aria-label={`Open App: ${name} (opens in a new tab)`}
              >
                Open App
              </ButtonLink>
              {own && (
                <ButtonLink href={own.href} kind="secondary">
                  {own.label}
                </ButtonLink>
              )}
            </>
          }
        >
          <Heading level={2} visualLevel={3}>
            {name}
            {isInBeta && name === valueMapper.name && <Badge>Beta</Badge>}
          </Heading>
          <Text tone="soft">{text}</Text>
        </Card>
      ))}
    </div>
  );
}

import { Globe, Lock, LogOut } from 'lucide-react';
import { formatDate } from '../../../lib/format-date.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import styles from './about.module.css';
import type { AboutProps } from './about-props.ts';
import { PeopleOfMap } from './people-of-map.tsx';
import { ShareLink } from './share-link.tsx';

/** The About view of people who do not own the map. Nothing can be changed in it. */
export function MapFacts({ call, map, onManageCollaborators }: AboutProps) {
  const { account } = useSession();
  const { name, summary, is_published, date_created } = map;
  return (
    <>
      <PanelSection>
        <Heading level={3} visualLevel={4}>
          {name}
        </Heading>
        <div className={styles.summary}>
          <Text number={2}>{summary}</Text>
        </div>
        <ul className={styles.facts}>
          <li>
            <Icon of={is_published ? Globe : Lock} size="sm" />
            {is_published ? 'Public: anybody may read it' : 'Private: for its collaborators'}
          </li>
          <li>Created on {formatDate(date_created)}</li>
        </ul>
      </PanelSection>
      <PanelSection title="People">
        <PeopleOfMap call={call} map={map} />
        {map.status === 'editor' && account !== null && (
          <Button
            kind="secondary"
            size="sm"
            icon={<Icon of={LogOut} size="sm" />}
            onPress={onManageCollaborators}
          >
            Leave this map
          </Button>
        )}
      </PanelSection>
      <PanelSection title="Share">
        <ShareLink call={call} map={map} />
      </PanelSection>
    </>
  );
}

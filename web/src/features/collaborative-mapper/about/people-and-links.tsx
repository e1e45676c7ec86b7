import type { CollaborativeMap, MapUser } from '@refugia/contract/collaborative-mapper/maps.ts';
import { Eye, KeyRound, Link2, LogOut, RefreshCw, Users } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { copyText } from '../../../ui/overlays/copy-text.ts';
import { latePart } from '../../../ui/states/late-part.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { mapAddress } from '../calls/maps.ts';
import { roleLabel } from '../collaborators/roles.ts';
import { useCollaborators } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import styles from './about.module.css';

const ReplaceTokenModal = latePart(
  async () => (await import('./about-modals.tsx')).ReplaceTokenModal,
  { failure: 'toast' },
);

const ViewLinksModal = latePart(async () => (await import('./about-modals.tsx')).ViewLinksModal, {
  failure: 'toast',
});

/** Who works on the map, and the links that open it. */
export function PeopleAndLinks({ onManagePeople }: { onManagePeople: () => void }) {
  const { account } = useSession();
  const { map, isOwner } = useOpenMap();
  const collaborators = useCollaborators();
  const isMember = collaborators.some(({ id }) => id === account?.id);
  return (
    <>
      <PanelSection title="People">
        <List kind="plain">
          {map.creator.map((user) => (
            <Person key={user.id} user={user} part="Owner" />
          ))}
          {collaborators.map((user) => (
            <Person key={user.id} user={user} part={roleLabel(user.role)} />
          ))}
        </List>
        {(isOwner || isMember) && (
          <PanelButton icon={isOwner ? Users : LogOut} onPress={onManagePeople}>
            {isOwner ? 'Collaborators' : 'Leave this map'}
          </PanelButton>
        )}
      </PanelSection>
      {!map.is_view_only && (
        <PanelSection title="Share">
          <Links />
        </PanelSection>
      )}
    </>
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

function linkTo(map: CollaborativeMap, token?: string): string {
  const address = new URL(mapAddress(map.id), window.location.href);
  if (token !== undefined) address.searchParams.set('token', token);
  return address.href;
}

function Links() {
  const { map, isOwner } = useOpenMap();
  const [areViewLinksOpen, setViewLinksOpen] = useState(false);
  return (
    <>
      <PanelButton
        icon={Link2}
        onPress={() =>
          void copyText(
            linkTo(map),
            map.is_published
              ? 'Link copied. It opens this map for anybody.'
              : 'Link copied. It opens this map for its owner and collaborators.',
          )
        }
      >
        Copy link
      </PanelButton>
      {isOwner && (
        <PanelButton icon={Eye} onPress={() => setViewLinksOpen(true)}>
          View-only links
        </PanelButton>
      )}
      {isOwner && areViewLinksOpen && <ViewLinksModal onClose={() => setViewLinksOpen(false)} />}
      {isOwner && map.token !== null && <InvitingLink map={map} token={map.token} />}
    </>
  );
}

/** The owner's link, with which anybody may propose changes. */
function InvitingLink({ map, token }: { map: CollaborativeMap; token: string }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.token}>
      <Text number={2}>
        Anyone who has the link with the token can read this map and propose changes, even without
        an account.
      </Text>
      <div className={styles.tokenRow}>
        <Icon of={KeyRound} size="sm" />
        <code className={styles.code}>{token}</code>
      </div>
      <div className={utilities.cluster}>
        <PanelButton
          icon={Link2}
          onPress={() =>
            void copyText(linkTo(map, token), 'Link copied. Anyone who has it can propose changes.')
          }
        >
          Copy link with token
        </PanelButton>
        <PanelButton kind="text" icon={RefreshCw} onPress={() => setIsAsking(true)}>
          Replace token
        </PanelButton>
      </div>
      {isAsking && <ReplaceTokenModal onClose={() => setIsAsking(false)} />}
    </div>
  );
}

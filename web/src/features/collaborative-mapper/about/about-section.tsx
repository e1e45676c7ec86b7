import type { CollaborativeMap, MapUser } from '@refugia/contract/collaborative-mapper/maps.ts';
import { formatDate } from '@refugia/contract/date-text.ts';
import { Eye, Globe, KeyRound, Link2, Lock, LogOut, RefreshCw, Trash2, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../../../lib/session.ts';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { copyText } from '../../../ui/overlays/copy-text.ts';
import { SpeciesPanel } from '../../../ui/species/species-panel.tsx';
import { lateOverlay, latePart } from '../../../ui/states/late-part.tsx';
import { PartHeading, SideNote, Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { mapAddress } from '../calls/maps.ts';
import { roleLabel } from '../collaborators/roles.ts';
import { ExportMenu } from '../exports/export-menu.tsx';
import { useCollaborators } from '../workspace/lists.ts';
import { useMapTools, useOpenMap } from '../workspace/open-map.ts';
import styles from './about.module.css';
import { MapSettings } from './map-settings.tsx';

const CollaboratorsModal = lateOverlay(
  async () => (await import('../collaborators/collaborators-modal.tsx')).CollaboratorsModal,
);
const DeleteMapModal = lateOverlay(async () => (await import('./about-modals.tsx')).DeleteMapModal);
const HistoryPanel = latePart(
  async () => (await import('../history/history-panel.tsx')).HistoryPanel,
);

const OwnProposalsOfMap = latePart(
  async () => (await import('../own-proposals/own-proposals.tsx')).OwnProposalsOfMap,
);

/** The open map's description and, for its owner, its settings; its exports and its history. */
export function AboutSection() {
  const { map, isOwner, canPropose } = useOpenMap();
  const { takePicture } = useMapTools();
  const [task, setTask] = useState<'collaborators' | 'delete' | null>(null);
  // The history and the list of proposals are loaded when they are first opened.
  const [areProposalsWanted, setProposalsWanted] = useState(false);
  const [isHistoryWanted, setHistoryWanted] = useState(false);
  const wanted = useSearchParams()[0].get('section');
  useEffect(() => {
    if (wanted === 'people' && isOwner) setTask('collaborators');
  }, [wanted, isOwner]);
  const close = () => setTask(null);
  return (
    <>
      {isOwner ? <MapSettings /> : <MapFacts />}
      <PeopleAndLinks onManagePeople={() => setTask('collaborators')} />
      <MapSpecies />
      {!map.is_view_only && (
        <PanelSection title="Take along">
          <ExportMenu onPicture={takePicture} />
        </PanelSection>
      )}
      {canPropose && !isOwner && (
        <PanelSection>
          <Collapsible title="My proposals" onToggle={() => setProposalsWanted(true)}>
            {areProposalsWanted && <OwnProposalsOfMap />}
          </Collapsible>
        </PanelSection>
      )}
      {!map.is_view_only && (
        <PanelSection>
          <Collapsible title="History" onToggle={() => setHistoryWanted(true)}>
            {isHistoryWanted && <HistoryPanel />}
          </Collapsible>
        </PanelSection>
      )}
      {isOwner && (
        <PanelSection>
          <PanelButton tone="danger" icon={Trash2} onPress={() => setTask('delete')}>
            Delete map
          </PanelButton>
        </PanelSection>
      )}
      {task === 'collaborators' && <CollaboratorsModal onClose={close} />}
      {task === 'delete' && <DeleteMapModal onClose={close} />}
    </>
  );
}

/** The About view of people who do not own the map. Nothing can be changed in it. */
function MapFacts() {
  const { map } = useOpenMap();
  return (
    <PanelSection>
      <PartHeading level={3}>{map.name}</PartHeading>
      <div className={styles.summary}>
        <Text number={2}>{map.summary}</Text>
      </div>
      <ul className={styles.facts}>
        <li>
          <Icon of={map.is_published ? Globe : Lock} size="sm" />
          {accessWords(map)}
        </li>
        <li>Created on {formatDate(map.date_created)}</li>
      </ul>
    </PanelSection>
  );
}

function accessWords({ is_published, is_view_only }: CollaborativeMap): string {
  if (is_view_only) return 'Private: you view it by a link';
  return is_published ? 'Public: anybody may read it' : 'Private: for its collaborators';
}

/** The species whose range was brought into the map. Nothing is shown for a map without one. */
function MapSpecies() {
  const { species, species_sci, species_desc, species_tax, species_img } = useOpenMap().map;
  if (species === null && species_sci === null) return null;
  return (
    <PanelSection title="Species">
      <SpeciesPanel
        commonName={species ?? ''}
        scientificName={species_sci ?? ''}
        imageUrl={species_img}
        notes={species_tax === null ? [] : [species_tax]}
      />
      {species_desc !== null && <SideNote number={2}>{species_desc}</SideNote>}
    </PanelSection>
  );
}

const ReplaceTokenModal = lateOverlay(
  async () => (await import('./about-modals.tsx')).ReplaceTokenModal,
);

const ViewLinksModal = lateOverlay(async () => (await import('./about-modals.tsx')).ViewLinksModal);

/** Who works on the map, and the links that open it. */
function PeopleAndLinks({ onManagePeople }: { onManagePeople: () => void }) {
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
        <TextButton icon={RefreshCw} onPress={() => setIsAsking(true)}>
          Replace token
        </TextButton>
      </div>
      {isAsking && <ReplaceTokenModal onClose={() => setIsAsking(false)} />}
    </div>
  );
}

import type { CollaborativeMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import { formatDate } from '@refugia/contract/date-text.ts';
import { Globe, Lock, LogOut, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../../../lib/session.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { SpeciesPanel } from '../../../ui/species/species-panel.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import { ExportMenu } from '../exports/export-menu.tsx';
import { useCollaborators } from '../workspace/lists.ts';
import { useMapTools, useOpenMap } from '../workspace/open-map.ts';
import styles from './about.module.css';
import { MapSettings } from './map-settings.tsx';
import { PeopleOfMap, ShareLink } from './people-and-links.tsx';

const CollaboratorsModal = latePart(
  async () => (await import('../collaborators/collaborators-modal.tsx')).CollaboratorsModal,
  { failure: 'toast' },
);
const DeleteMapModal = latePart(async () => (await import('./about-modals.tsx')).DeleteMapModal, {
  failure: 'toast',
});
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
  const manage = () => setTask('collaborators');
  return (
    <>
      {isOwner ? (
        <MapSettings onManageCollaborators={manage} />
      ) : (
        <MapFacts onManageCollaborators={manage} />
      )}
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
function MapFacts({ onManageCollaborators }: { onManageCollaborators: () => void }) {
  const { account } = useSession();
  const { map } = useOpenMap();
  const isMember = useCollaborators().some(({ id }) => id === account?.id);
  return (
    <>
      <PanelSection>
        <Heading level={3} visualLevel={4}>
          {map.name}
        </Heading>
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
      <PanelSection title="People">
        <PeopleOfMap />
        {isMember && (
          <PanelButton icon={LogOut} onPress={onManageCollaborators}>
            Leave this map
          </PanelButton>
        )}
      </PanelSection>
      {!map.is_view_only && (
        <PanelSection title="Share">
          <ShareLink />
        </PanelSection>
      )}
    </>
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
      {species_desc !== null && (
        <Text number={2} tone="soft">
          {species_desc}
        </Text>
      )}
    </PanelSection>
  );
}

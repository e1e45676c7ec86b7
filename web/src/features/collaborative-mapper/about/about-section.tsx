import type { CollaborativeMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import { formatDate } from '@refugia/contract/date-text.ts';
import { Globe, Lock, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { SpeciesPanel } from '../../../ui/species/species-panel.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import { ExportMenu } from '../exports/export-menu.tsx';
import { useMapTools, useOpenMap } from '../workspace/open-map.ts';
import styles from './about.module.css';
import { MapSettings } from './map-settings.tsx';
import { PeopleAndLinks } from './people-and-links.tsx';

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

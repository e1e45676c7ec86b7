import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../ui/actions/button.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { isOwner } from '../calls/map-access.ts';
import { deleteMap } from '../calls/maps.ts';
import { ExportMenu } from '../exports/export-menu.tsx';
import { useMapTools } from '../workspace/map-tools.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { useShowFeature } from '../workspace/use-show-feature.ts';
import { AboutPanel } from './about-panel.tsx';

const CollaboratorsModal = latePart(
  async () => (await import('../collaborators/collaborators-modal.tsx')).CollaboratorsModal,
  { failure: 'toast' },
);
const DeleteMapModal = latePart(
  async () => (await import('./delete-map-modal.tsx')).DeleteMapModal,
  { failure: 'toast' },
);
const HistoryPanel = latePart(
  async () => (await import('../history/history-panel.tsx')).HistoryPanel,
);

/** The open map's description, its exports and its history. */
export function AboutSection() {
  const { client, state } = useOpenMap();
  const { takePicture } = useMapTools();
  const showFeature = useShowFeature();
  const navigate = useNavigate();
  const [task, setTask] = useState<'collaborators' | 'delete' | null>(null);
  // The history is loaded when it is first opened.
  const [isHistoryWanted, setHistoryWanted] = useState(false);
  const access = { call: client.call, map: state.map };
  const close = () => setTask(null);
  return (
    <>
      <AboutPanel
        {...access}
        onMapChange={(map) => client.takeMap(map)}
        onManageCollaborators={() => setTask('collaborators')}
      />
      <PanelSection title="Take along">
        <ExportMenu {...access} onPicture={takePicture} />
      </PanelSection>
      <PanelSection>
        <Collapsible title="History" onToggle={() => setHistoryWanted(true)}>
          {isHistoryWanted && (
            <HistoryPanel {...access} onShowFeature={(id) => void showFeature(id)} />
          )}
        </Collapsible>
      </PanelSection>
      {isOwner(state.map) && (
        <PanelSection>
          <Button
            kind="secondary"
            size="sm"
            tone="danger"
            icon={<Icon of={Trash2} size="sm" />}
            onPress={() => setTask('delete')}
          >
            Delete map
          </Button>
        </PanelSection>
      )}
      {task === 'collaborators' && (
        <CollaboratorsModal
          {...access}
          onClose={close}
          onLeave={async (leave) => {
            await client.giveUpAccess(leave);
            navigate('/apps/collaborativemapper/dashboard?tab=my_maps');
          }}
        />
      )}
      {task === 'delete' && (
        <DeleteMapModal
          map={state.map}
          onDelete={() => client.giveUpAccess(() => deleteMap(client.call, state.map.id))}
          onClose={close}
        />
      )}
    </>
  );
}

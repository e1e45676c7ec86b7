import { limits } from '@refugia/contract/limits.ts';
import type { NewZoneSet, ZoneSet, ZonesBody } from '@refugia/contract/value-mapper/zones.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Landmark, Map as MapIcon, Pentagon, UploadCloud } from 'lucide-react';
import { useState } from 'react';
import { Toolbar } from 'react-aria-components';
import { isAbort } from '../../../lib/api-errors.ts';
import { useCall } from '../../../lib/use-call.ts';
import { Button, PanelButton } from '../../../ui/actions/button.tsx';
import { FileUpload, type UploadTask } from '../../../ui/files/file-upload.tsx';
import { ImportReport } from '../../../ui/files/import-report.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { ActionModal, Modal } from '../../../ui/overlays/modal.tsx';
import { Fault } from '../../../ui/overlays/notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { refusalOf } from '../calls/failure.ts';
import { fetchMyMaps, makeZones, uploadZones } from '../calls/zone-calls.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';
import styles from './numbers.module.css';

interface AddZonesProps {
  projectId: number;
  /** The name of the next zone that is drawn. */
  drawnName: string;
  onMade: (set: ZoneSet) => void;
}

/** The ways to new zones: a file, a drawing on the map, a collaborative map and counties. */
export function AddZones({ projectId, drawnName, onMade }: AddZonesProps) {
  const { zones } = useWorkspace();
  const [dialog, setDialog] = useState<'file' | 'map' | null>(null);
  const { isPending, run } = useCall((error) => showToast('error', refusalOf(error)));
  const make = (body: ZonesBody) =>
    run(async () => onMade((await makeZones(projectId, body)).zone_set));
  const props = { projectId, onMade, onClose: () => setDialog(null) };
  const draw = () =>
    zones.change({ onDrawn: (shape) => make({ shape: shape as DrawnShape, name: drawnName }) });
  const actions = [
    { icon: UploadCloud, label: 'Upload a file', act: () => setDialog('file') },
    { icon: Pentagon, label: 'Draw a zone', act: draw },
    { icon: MapIcon, label: 'From a map', act: () => setDialog('map') },
    { icon: Landmark, label: 'Counties', act: () => make({ counties: true }) },
  ];
  return (
    <Toolbar className={utilities.cluster} aria-label="Add zones">
      {actions.map(({ icon, label, act }) => (
        <PanelButton key={label} icon={icon} isDisabled={isPending} keepsFocus onPress={act}>
          {label}
        </PanelButton>
      ))}
      {isPending && <Spinner size="sm" label="Making the zones" />}
      {dialog === 'file' && <UploadZonesModal {...props} />}
      {dialog === 'map' && <ZonesOfMapModal {...props} />}
    </Toolbar>
  );
}

type DrawnShape = Extract<ZonesBody, { shape: unknown }>['shape'];

type DialogProps = Omit<AddZonesProps, 'drawnName'> & { onClose: () => void };

/** Makes zones of the polygons of a file, and tells what of it was left out. */
function UploadZonesModal({ projectId, onMade, onClose }: DialogProps) {
  const [fault, setFault] = useState<string | null>(null);
  const [made, setMade] = useState<NewZoneSet | null>(null);
  async function upload(form: FormData, { signal, onProgress }: UploadTask): Promise<void> {
    setFault(null);
    try {
      const reply = await uploadZones(projectId, form, { signal, onProgress });
      onMade(reply.zone_set);
      setMade(reply);
      if (reply.skipped.length + reply.notes.length === 0) onClose();
    } catch (error) {
      if (!isAbort(error)) setFault(refusalOf(error));
      throw error;
    }
  }
  return (
    <Modal
      title="Upload zones"
      onClose={onClose}
      footer={made && <Button onPress={onClose}>Close</Button>}
    >
      {made === null ? (
        <FileUpload
          label="Vector file with polygons"
          type="vector"
          maxBytes={limits.upload.vectorMaxBytes}
          canCancel
          fault={fault}
          onUpload={upload}
        />
      ) : (
        <div className={styles.zones}>
          <p role="status">Made: {countText(made.zone_set.zone_count)}.</p>
          <ImportReport skipped={made.skipped} notes={made.notes} target="the zones" />
        </div>
      )}
    </Modal>
  );
}

const countText = (count: number) =>
  count === 1 ? 'one zone' : `${count.toLocaleString('en-US')} zones`;

function ZonesOfMapModal({ projectId, onMade, onClose }: DialogProps) {
  const [mapId, setMapId] = useState<string | null>(null);
  const { data: maps, error } = useQuery({
    queryKey: ['value-mapper', 'maps-for-zones'],
    queryFn: ({ signal }) => fetchMyMaps(signal),
  });
  const making = useMutation({
    mutationFn: () => makeZones(projectId, { mapID: Number(mapId) }),
    onSuccess: ({ zone_set }) => {
      onMade(zone_set);
      onClose();
    },
  });
  const failure = error ?? making.error;
  return (
    <ActionModal
      title="Zones from a map"
      confirmLabel="Make zones"
      isDisabled={mapId === null}
      isPending={making.isPending}
      onConfirm={() => making.mutate()}
      onClose={onClose}
    >
      <div className={styles.zones}>
        {maps?.length === 0 ? (
          <Text>You have no collaborative map yet, and none is shared with you.</Text>
        ) : (
          <Select
            label="Map"
            description="Its polygons become zones as they are now; later changes of the map stay there."
            options={(maps ?? []).map(({ id, name }) => ({ id: String(id), label: name }))}
            value={mapId}
            placeholder={maps === undefined ? 'Finding your maps …' : 'Choose a map'}
            isDisabled={maps === undefined}
            onChange={setMapId}
          />
        )}
        <Fault>{failure && refusalOf(failure)}</Fault>
      </div>
    </ActionModal>
  );
}

import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Hexagon, ImagePlus, PawPrint, Plus, Upload, X } from 'lucide-react';
import { useState } from 'react';
import { callApi, useSession } from '../../../lib/session.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Form, FormActions } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { RetryNotice } from '../../../ui/overlays/notice.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { lateOverlay } from '../../../ui/states/late-part.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { searchOccurrences } from '../calls/layers.ts';
import { Legend } from '../styling/legend.tsx';
import { statusLegend } from '../styling/legend-entries.ts';
import { useActiveLayer, useMapAction, useRasters, useVectorLayers } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { LayerRow } from './layer-row.tsx';
import type { LayerTask } from './layer-task-view.tsx';
import styles from './layers.module.css';
import { type Occurrence, useOccurrences } from './occurrences.ts';
import { RasterRow } from './raster-row.tsx';

const LayerTaskView = lateOverlay(
  async () => (await import('./layer-task-view.tsx')).LayerTaskView,
);

interface PartProps {
  onTask: (task: LayerTask) => void;
}

/** The layers of the open map, the ways to add more, and the task that is open. */
export function LayersSection() {
  const { canPropose, map } = useOpenMap();
  const { status } = useSession();
  const [task, setTask] = useState<LayerTask | null>(null);
  const { data: rasters = [] } = useRasters();
  return (
    <>
      {(canPropose || (status === 'visitor' && !map.is_view_only)) && (
        <AddLayers onTask={setTask} />
      )}
      <VectorLayers onTask={setTask} />
      {rasters.length > 0 && (
        <PanelSection title="Raster layers">
          <ul aria-label="Raster layers">
            {rasters.map((raster) => (
              <RasterRow key={raster.id} raster={raster} onTask={setTask} />
            ))}
          </ul>
        </PanelSection>
      )}
      <Occurrences onTask={setTask} />
      {task !== null && <LayerTaskView task={task} onClose={() => setTask(null)} />}
    </>
  );
}

function VectorLayers({ onTask }: PartProps) {
  const { canPropose } = useOpenMap();
  const layers = useVectorLayers();
  const rasters = useRasters();
  const { data = [] } = layers;
  return (
    <PanelSection title="Vector layers">
      {(layers.isError || rasters.isError) && (
        <RetryNotice
          onRetry={() => {
            void layers.refetch();
            void rasters.refetch();
          }}
        >
          The layers could not be loaded.
        </RetryNotice>
      )}
      {layers.isPending && <Spinner label="Loading the layers" showLabel />}
      {layers.data?.length === 0 && canPropose && (
        <SideNote number={2}>
          Make a layer or upload a file to begin with. Each file becomes a layer.
        </SideNote>
      )}
      <ul aria-label="Vector layers">
        {data.toReversed().map((layer) => (
          <LayerRow key={layer.id} layer={layer} onTask={onTask} />
        ))}
      </ul>
      <Legend label="Colors of features" entries={statusLegend} />
    </PanelSection>
  );
}

/** Makes an empty layer by name, into which is drawn from then on. */
function NewLayer() {
  const { call, map } = useOpenMap();
  const { choose } = useActiveLayer();
  const [name, setName] = useState('');
  const wanted = name.trim();
  const body = { mapID: map.id, name: wanted };
  const creation = useMapAction({
    act: () => call<VectorLayer>('/api/rrm/vector_layers', { method: 'POST', body }),
    failure: 'The layer was not made. Please try again.',
    done: ({ dataset }) => `“${dataset}” is on the map. New shapes go into it.`,
    changes: ['layers'],
    onDone: ({ id }) => {
      choose(id);
      setName('');
    },
  });
  return (
    <Popover title="New layer" trigger={<PanelButton icon={Plus}>New layer</PanelButton>}>
      <Form onSubmit={() => wanted !== '' && creation.mutate()}>
        <TextField
          label="Name"
          autoFocus
          value={name}
          onChange={setName}
          maxLength={limits.collaborativeMapper.datasetMaxLength}
        />
        <FormActions>
          <PanelButton
            kind="primary"
            type="submit"
            isDisabled={wanted === ''}
            isPending={creation.isPending}
          >
            Make
          </PanelButton>
        </FormActions>
      </Form>
    </Popover>
  );
}

function Occurrences({ onTask }: PartProps) {
  const { occurrences } = useOccurrences();
  return (
    <PanelSection title="Species occurrences">
      {occurrences.length === 0 && (
        <SideNote number={2}>
          See where a species was recorded, as hexagons for reference. They are not part of the map.
        </SideNote>
      )}
      <ul aria-label="Species occurrences">
        {occurrences.map((occurrence) => (
          <OccurrenceRow key={occurrence.key} occurrence={occurrence} />
        ))}
      </ul>
      <div>
        <PanelButton icon={Hexagon} onPress={() => onTask({ kind: 'occurrences' })}>
          Add occurrences
        </PanelButton>
      </div>
    </PanelSection>
  );
}

/** Visitors are offered a species' range, where they are told that it takes an account. */
function AddLayers({ onTask }: PartProps) {
  const { canPropose, isOwner } = useOpenMap();
  return (
    <PanelSection>
      <div className={utilities.cluster}>
        {isOwner && <NewLayer />}
        {canPropose && (
          <>
            <PanelButton icon={Upload} onPress={() => onTask({ kind: 'upload', type: 'vector' })}>
              Upload vector file
            </PanelButton>
            <PanelButton
              icon={ImagePlus}
              onPress={() => onTask({ kind: 'upload', type: 'raster' })}
            >
              Upload raster
            </PanelButton>
          </>
        )}
        <PanelButton icon={PawPrint} onPress={() => onTask({ kind: 'range' })}>
          Species range
        </PanelButton>
      </div>
    </PanelSection>
  );
}

function OccurrenceRow({ occurrence: { key, name } }: { occurrence: Occurrence }) {
  const { remove } = useOccurrences();
  const { data } = useQuery({
    queryKey: ['rrm', 'occurrences', name],
    queryFn: ({ signal }) => searchOccurrences(callApi, name, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <li className={styles.layer}>
      <div className={styles.row}>
        <Icon of={Hexagon} size="sm" />
        <span className={styles.name}>{name}</span>
        <IconButton
          icon={X}
          label={`Remove the occurrences of ${name}`}
          tip="Remove"
          onPress={() => remove(key)}
        />
      </div>
      {data !== undefined && <SideNote>{data.attribution}</SideNote>}
    </li>
  );
}

import { styleDefaults } from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import { conditionsFor } from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import type { LayerChange, VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { limits } from '@refugia/contract/limits.ts';
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  Eye,
  EyeOff,
  ListChecks,
  Maximize,
  Palette,
  Pencil,
  Trash2,
} from 'lucide-react';
import { useId, useState } from 'react';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Tooltip } from '../../../ui/actions/tooltip.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { EditableText } from '../../../ui/forms/editable-text.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { changeLayer } from '../calls/layers.ts';
import { ExportMenu } from '../exports/export-menu.tsx';
import { shownFields } from '../state/layer-fields.ts';
import { Legend, Swatch } from '../styling/legend.tsx';
import { legendOf } from '../styling/legend-entries.ts';
import { FilterEditor } from '../table/filter.tsx';
import { hiddenHere, useActiveLayer, useMapAction, useVectorLayers } from '../workspace/lists.ts';
import { useFilteredCount, useMapFilter } from '../workspace/map-filter.ts';
import { useMapTools, useOpenMap } from '../workspace/open-map.ts';
import { positionAfterStep } from './layer-order.ts';
import type { LayerTask } from './layer-task-view.tsx';
import styles from './layers.module.css';

interface LayerRowProps {
  layer: VectorLayer;
  onTask: (task: LayerTask) => void;
}

/** A layer's row: whether it is shown, its legend, and a part with its actions that unfolds. */
export function LayerRow({ layer, onTask }: LayerRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { canPropose } = useOpenMap();
  const isActive = useActiveLayer().layer?.id === layer.id;
  const { filter } = useMapFilter();
  const filtered = useFilteredCount(layer.id);
  const all = layer.feature_count.toLocaleString('en-US');
  const detailsId = useId();
  return (
    <li className={styles.layer}>
      <div className={styles.row}>
        <HideButton layer={layer} />
        {layer.style.color_by === null && (
          <Swatch color={layer.style.color ?? styleDefaults.color} icon={layer.style.icon} />
        )}
        <span className={styles.name}>{layer.dataset}</span>
        {canPropose && isActive && <Icon of={Pencil} size="sm" label="New shapes go here" />}
        <Text number={3} tone="faint" as="span">
          {filtered === null ? all : `${filtered.toLocaleString('en-US')} of ${all}`}
        </Text>
        <TextButton onPress={() => onTask({ kind: 'table', layer })}>Table</TextButton>
        <TextButton
          icon={
            <span className={isOpen ? styles.turned : styles.straight}>
              <Icon of={ChevronDown} size="sm" />
            </span>
          }
          aria-label={`More about ${layer.dataset}`}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onPress={() => setIsOpen(!isOpen)}
        />
      </div>
      {!layer.is_hidden && layer.style.color_by !== null && (
        <Legend label="Legend" entries={legendOf(layer.style, conditionsFor(filter, layer.id))} />
      )}
      {isOpen && (
        <div id={detailsId} className={styles.details}>
          <Details layer={layer} onTask={onTask} />
        </div>
      )}
    </li>
  );
}

/** Hides a layer: for everybody if its owner does so, and else in this browser alone. */
function HideButton({ layer }: { layer: VectorLayer }) {
  const { isOwner } = useOpenMap();
  const { save } = useLayerChange(layer);
  const isHiddenHere = hiddenHere.use().get(layer.id) === true;
  if (!isOwner && layer.is_hidden)
    return <Icon of={EyeOff} size="sm" label="Hidden by the owner" />;
  const isHidden = isOwner ? layer.is_hidden : isHiddenHere;
  const forMe = isOwner ? '' : ' for me';
  return (
    <IconButton
      icon={isHidden ? EyeOff : Eye}
      label={isHidden ? `Show ${layer.dataset}` : `Hide ${layer.dataset}${forMe}`}
      tip={isHidden ? 'Show' : `Hide${forMe}`}
      onPress={() => {
        if (isOwner) save({ is_hidden: !isHidden });
        else hiddenHere.set(layer.id, !isHidden);
      }}
    />
  );
}

function Details({ layer, onTask }: LayerRowProps) {
  const { isOwner, canPropose } = useOpenMap();
  const active = useActiveLayer();
  const { fitBounds } = useMapTools();
  const { rename } = useLayerChange(layer);
  const { box } = layer;
  return (
    <>
      {isOwner && (
        <EditableText
          label="Name"
          value={layer.dataset}
          maxLength={limits.collaborativeMapper.datasetMaxLength}
          validate={(name) => (name === '' ? 'Please enter a name.' : undefined)}
          onSave={rename}
        />
      )}
      {layer.is_approximate && (
        <SideNote>Approximate: these shapes are no exact boundary.</SideNote>
      )}
      {layer.notes.length > 0 && (
        <Text number={3} tone="soft" as="div">
          <List>
            {layer.notes.map((note) => (
              <ListItem key={note}>{note}</ListItem>
            ))}
          </List>
        </Text>
      )}
      <div className={utilities.cluster}>
        {canPropose && active.layer?.id !== layer.id && (
          <PanelButton
            icon={Pencil}
            aria-label={`Draw into ${layer.dataset}`}
            onPress={() => active.choose(layer.id)}
          >
            Draw here
          </PanelButton>
        )}
        {box !== null && (
          <PanelButton icon={Maximize} onPress={() => fitBounds(box)}>
            Zoom to it
          </PanelButton>
        )}
        <FilterEditor layerId={layer.id} fields={shownFields(layer.fields)} />
        <ExportMenu layer={layer} />
        {isOwner && <OwnersButtons layer={layer} onTask={onTask} />}
      </div>
    </>
  );
}

function OwnersButtons({ layer, onTask }: LayerRowProps) {
  const { data: layers = [] } = useVectorLayers();
  const { save } = useLayerChange(layer);
  return (
    <>
      <PanelButton
        icon={ListChecks}
        aria-label={`Fields of ${layer.dataset}`}
        onPress={() => onTask({ kind: 'fields', layer })}
      >
        Fields
      </PanelButton>
      <PanelButton icon={Palette} onPress={() => onTask({ kind: 'style', layer })}>
        Style
      </PanelButton>
      {([1, -1] as const).map((step) => {
        const position = positionAfterStep(layers, layer.id, step);
        return (
          <Tooltip key={step} text={step === 1 ? 'Bring up' : 'Send down'}>
            <PanelButton
              icon={step === 1 ? ArrowUp : ArrowDown}
              aria-label={`${step === 1 ? 'Bring up' : 'Send down'} ${layer.dataset}`}
              isDisabled={position === null}
              onPress={() => {
                if (position !== null) save({ position });
              }}
            />
          </Tooltip>
        );
      })}
      <PanelButton
        tone="danger"
        icon={Trash2}
        aria-label={`Delete ${layer.dataset}`}
        onPress={() => onTask({ kind: 'delete', layer })}
      >
        Delete
      </PanelButton>
    </>
  );
}

function useLayerChange({ id, dataset }: VectorLayer) {
  const { call, map } = useOpenMap();
  const failure = 'The layer was not changed. Please try again.';
  const change = useMapAction({
    act: (next: Omit<LayerChange, 'id'>) => changeLayer(call, { id, ...next }),
    failure,
    changes: ['layers'],
  });
  const renaming = useMapAction({
    act: (new_dataset: string) =>
      call('/api/rrm/layers', {
        method: 'PUT',
        body: { id: map.id, old_dataset: dataset, new_dataset },
      }),
    failure,
    changes: ['layers'],
  });
  return {
    save: change.mutate,
    rename: async (name: string) => void (await renaming.mutateAsync(name)),
  };
}

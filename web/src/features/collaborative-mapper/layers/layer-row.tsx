import type { LayerChange, VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  Eye,
  EyeOff,
  Maximize,
  Palette,
  Table2,
  Trash2,
} from 'lucide-react';
import { useId, useState } from 'react';
import { failureText } from '../../../lib/api-errors.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { EditableText } from '../../../ui/forms/editable-text.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { changeLayer, renameLayer } from '../calls/layers.ts';
import { isOwner, type MapAccess, mapKeys } from '../calls/map-access.ts';
import { ExportMenu } from '../exports/export-menu.tsx';
import { setHiddenHere, useLayersHiddenHere } from '../workspace/layers-hidden-here.ts';
import { legendOf, usualColour } from './layer-colours.ts';
import { positionAfterStep } from './layer-order.ts';
import type { LayerTask } from './layer-task.ts';
import styles from './layers.module.css';
import { Legend } from './legend.tsx';

interface LayerRowProps extends MapAccess {
  layer: VectorLayer;
  /** All layers of the map, the lowest first. */
  layers: readonly VectorLayer[];
  onTask: (task: LayerTask) => void;
  onZoom: (box: readonly [number, number, number, number]) => void;
}

/**
 * A vector layer's row: whether it is shown, its legend, and a collapsible part with its actions.
 */
export function LayerRow(props: LayerRowProps) {
  const { call, map, layer, onTask } = props;
  const [isOpen, setIsOpen] = useState(false);
  const isHiddenHere = useLayersHiddenHere().has(layer.id);
  const detailsId = useId();
  const { save, rename } = useLayerChange(props);
  return (
    <li className={styles.layer}>
      <div className={styles.row}>
        {!isOwner(map) && !layer.is_hidden ? (
          <Tooltip text={isHiddenHere ? 'Show' : 'Hide for me'}>
            <Button
              size="sm"
              kind="text"
              icon={<Icon of={isHiddenHere ? EyeOff : Eye} size="sm" />}
              aria-label={isHiddenHere ? `Show ${layer.dataset}` : `Hide ${layer.dataset} for me`}
              onPress={() => setHiddenHere(layer.id, !isHiddenHere)}
            />
          </Tooltip>
        ) : isOwner(map) ? (
          <Tooltip text={layer.is_hidden ? 'Show' : 'Hide'}>
            <Button
              size="sm"
              kind="text"
              icon={<Icon of={layer.is_hidden ? EyeOff : Eye} size="sm" />}
              aria-label={`${layer.is_hidden ? 'Show' : 'Hide'} ${layer.dataset}`}
              onPress={() => save({ is_hidden: !layer.is_hidden })}
            />
          </Tooltip>
        ) : (
          <Icon of={EyeOff} size="sm" label="Hidden by the owner" />
        )}
        {layer.style.color_by === null && (
          <span
            className={styles.swatch}
            style={{ background: layer.style.color ?? usualColour }}
          />
        )}
        <span className={styles.name}>{layer.dataset}</span>
        <Text number={3} tone="faint" as="span">
          {layer.feature_count.toLocaleString('en-US')}
        </Text>
        <Button
          size="sm"
          kind="text"
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
        <Legend label="Legend" entries={legendOf(layer.style)} />
      )}
      {isOpen && (
        <div id={detailsId} className={styles.details}>
          {isOwner(map) && (
            <EditableText
              label="Name"
              value={layer.dataset}
              maxLength={limits.collaborativeMapper.datasetMaxLength}
              validate={(name) => (name === '' ? 'Please enter a name.' : undefined)}
              onSave={rename}
            />
          )}
          {layer.is_approximate && (
            <Text number={3} tone="soft">
              Approximate: these shapes are no exact boundary.
            </Text>
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
          <div className={styles.buttons}>
            {layer.box !== null && <ZoomButton {...props} box={layer.box} />}
            <Button
              size="sm"
              kind="secondary"
              icon={<Icon of={Table2} size="sm" />}
              onPress={() => onTask({ kind: 'table', layer })}
            >
              Table
            </Button>
            <ExportMenu call={call} map={map} layer={layer} />
            {isOwner(map) && <OwnersButtons {...props} save={save} />}
          </div>
        </div>
      )}
    </li>
  );
}

function ZoomButton({
  box,
  onZoom,
}: Pick<LayerRowProps, 'onZoom'> & { box: NonNullable<VectorLayer['box']> }) {
  return (
    <Button
      size="sm"
      kind="secondary"
      icon={<Icon of={Maximize} size="sm" />}
      onPress={() => onZoom(box)}
    >
      Zoom to it
    </Button>
  );
}

type Save = (change: Omit<LayerChange, 'id'>) => void;

function OwnersButtons({ layer, layers, onTask, save }: LayerRowProps & { save: Save }) {
  return (
    <>
      <Button
        size="sm"
        kind="secondary"
        icon={<Icon of={Palette} size="sm" />}
        onPress={() => onTask({ kind: 'style', layer })}
      >
        Style
      </Button>
      {([1, -1] as const).map((step) => {
        const position = positionAfterStep(layers, layer.id, step);
        return (
          <Tooltip key={step} text={step === 1 ? 'Bring up' : 'Send down'}>
            <Button
              size="sm"
              kind="secondary"
              icon={<Icon of={step === 1 ? ArrowUp : ArrowDown} size="sm" />}
              aria-label={`${step === 1 ? 'Bring up' : 'Send down'} ${layer.dataset}`}
              isDisabled={position === null}
              onPress={() => {
                if (position !== null) save({ position });
              }}
            />
          </Tooltip>
        );
      })}
      <Button
        size="sm"
        kind="secondary"
        tone="danger"
        icon={<Icon of={Trash2} size="sm" />}
        aria-label={`Delete ${layer.dataset}`}
        onPress={() => onTask({ kind: 'delete', layer })}
      >
        Delete
      </Button>
    </>
  );
}

function useLayerChange({ call, map, layer }: LayerRowProps) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: mapKeys.layers(map.id) });
  const onError = (error: unknown) =>
    showToast('error', failureText(error, 'The layer was not changed. Please try again.'));
  const change = useMutation({
    mutationFn: (next: Omit<LayerChange, 'id'>) => changeLayer(call, { id: layer.id, ...next }),
    onSuccess: refresh,
    onError,
  });
  const renaming = useMutation({
    mutationFn: (to: string) => renameLayer(call, { mapId: map.id, from: layer.dataset, to }),
    onSuccess: refresh,
    onError,
  });
  return {
    save: change.mutate satisfies Save,
    rename: async (to: string) => void (await renaming.mutateAsync(to)),
  };
}

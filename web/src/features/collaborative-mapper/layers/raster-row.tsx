import type { RasterLayer } from '@refugia/contract/collaborative-mapper/rasters.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Maximize, MessageSquare, Move, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../../lib/api-errors.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Slider } from '../../../ui/forms/slider.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { ConfirmDialog } from '../../../ui/overlays/modal.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { isCollaborator, isOwner, type MapAccess, mapKeys } from '../calls/map-access.ts';
import { deleteRaster } from '../calls/rasters.ts';
import type { LayerTask } from './layer-task.ts';
import styles from './layers.module.css';
import { boxOfRaster } from './raster-box.ts';
import { setRasterOpacity, useRasterOpacity } from './raster-opacity.ts';

interface RasterRowProps extends MapAccess {
  raster: RasterLayer;
  onTask: (task: LayerTask) => void;
  onZoom: (box: readonly [number, number, number, number]) => void;
}

/** A picture's row: its opacity, its comments and its actions. */
export function RasterRow({ call, map, raster, onTask, onZoom }: RasterRowProps) {
  const opacity = useRasterOpacity(raster.id);
  const box = boxOfRaster(raster);
  return (
    <li className={styles.layer}>
      <div className={styles.row}>
        <span className={styles.name}>{raster.map_layer}</span>
        <Text number={3} tone="faint" as="span">
          {raster.author}
        </Text>
      </div>
      {box !== null && (
        <Slider
          isRow
          label="Opacity"
          value={opacity}
          onChange={(next) => setRasterOpacity(raster.id, next)}
        />
      )}
      {raster.notes.map((note) => (
        <Text key={note} number={3} tone="soft">
          {note}
        </Text>
      ))}
      <div className={styles.buttons}>
        <Button
          size="sm"
          kind="secondary"
          icon={<Icon of={MessageSquare} size="sm" />}
          aria-label={`Comments on ${raster.map_layer}: ${raster.comments.length}`}
          onPress={() => onTask({ kind: 'raster-comments', raster })}
        >
          {raster.comments.length}
        </Button>
        {box !== null && (
          <Button
            size="sm"
            kind="secondary"
            icon={<Icon of={Maximize} size="sm" />}
            onPress={() => onZoom(box)}
          >
            Zoom to it
          </Button>
        )}
        {isCollaborator(map) && (
          <Button
            size="sm"
            kind="secondary"
            icon={<Icon of={Move} size="sm" />}
            onPress={() => onTask({ kind: 'raster-place', raster })}
          >
            Place
          </Button>
        )}
        {isOwner(map) && <DeleteRaster call={call} map={map} raster={raster} />}
      </div>
    </li>
  );
}

function DeleteRaster({ call, map, raster }: MapAccess & { raster: RasterLayer }) {
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const removal = useMutation({
    mutationFn: () => deleteRaster(call, raster.id),
    onSuccess: () => {
      setIsAsking(false);
      showToast('success', 'Raster layer deleted.');
      return queries.invalidateQueries({ queryKey: mapKeys.rasters(map.id) });
    },
    onError: (error) =>
      showToast('error', failureText(error, 'The raster was not deleted. Please try again.')),
  });
  return (
    <>
      <Button
        size="sm"
        kind="secondary"
        tone="danger"
        icon={<Icon of={Trash2} size="sm" />}
        aria-label={`Delete ${raster.map_layer}`}
        onPress={() => setIsAsking(true)}
      />
      <ConfirmDialog
        title="Delete this raster layer?"
        isOpen={isAsking}
        confirmLabel="Delete"
        tone="danger"
        isPending={removal.isPending}
        onConfirm={() => removal.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        “{raster.map_layer}” goes from the map for everybody. It can be brought back from the map’s
        history.
      </ConfirmDialog>
    </>
  );
}

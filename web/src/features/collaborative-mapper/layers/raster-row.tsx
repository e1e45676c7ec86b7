import type { RasterLayer } from '@refugia/contract/collaborative-mapper/rasters.ts';
import { Maximize, MessageSquare, Move, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { Slider } from '../../../ui/forms/slider.tsx';
import { ConfirmDialog } from '../../../ui/overlays/modal.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { boxOfRaster } from '../state/raster-box.ts';
import { rasterOpacities, useMapAction, useRasterOpacity } from '../workspace/lists.ts';
import { useMapTools, useOpenMap } from '../workspace/open-map.ts';
import type { LayerTask } from './layer-task-view.tsx';
import styles from './layers.module.css';

interface RasterRowProps {
  raster: RasterLayer;
  onTask: (task: LayerTask) => void;
}

export function RasterRow({ raster, onTask }: RasterRowProps) {
  const { isOwner, canPropose } = useOpenMap();
  const { fitBounds } = useMapTools();
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
          onChange={(next) => rasterOpacities.set(raster.id, next)}
        />
      )}
      {raster.notes.map((note) => (
        <Text key={note} number={3} tone="soft">
          {note}
        </Text>
      ))}
      <div className={utilities.cluster}>
        <PanelButton
          icon={MessageSquare}
          aria-label={`Comments on ${raster.map_layer}: ${raster.comments.length}`}
          onPress={() => onTask({ kind: 'raster-comments', raster })}
        >
          {raster.comments.length}
        </PanelButton>
        {box !== null && (
          <PanelButton icon={Maximize} onPress={() => fitBounds(box)}>
            Zoom to it
          </PanelButton>
        )}
        {canPropose && (
          <PanelButton icon={Move} onPress={() => onTask({ kind: 'raster-place', raster })}>
            Place
          </PanelButton>
        )}
        {isOwner && <DeleteRaster raster={raster} />}
      </div>
    </li>
  );
}

function DeleteRaster({ raster }: { raster: RasterLayer }) {
  const { call } = useOpenMap();
  const [isAsking, setIsAsking] = useState(false);
  const removal = useMapAction({
    act: () => call('/api/rrm/layers', { method: 'DELETE', query: { id: raster.id } }),
    failure: 'The raster was not deleted. Please try again.',
    done: 'Raster layer deleted.',
    changes: ['rasters'],
    onDone: () => setIsAsking(false),
  });
  return (
    <>
      <PanelButton
        tone="danger"
        icon={Trash2}
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

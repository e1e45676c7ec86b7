import { useQuery } from '@tanstack/react-query';
import { Hexagon, ImagePlus, Layers, PawPrint, Upload } from 'lucide-react';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { fetchVectorLayers } from '../calls/layers.ts';
import { isCollaborator, type MapAccess, mapKeys } from '../calls/map-access.ts';
import { fetchRasters } from '../calls/rasters.ts';
import { standingLegend } from './layer-colours.ts';
import { LayerRow } from './layer-row.tsx';
import type { LayerTask } from './layer-task.ts';
import styles from './layers.module.css';
import { Legend } from './legend.tsx';
import { OccurrenceRow } from './occurrence-row.tsx';
import { RasterRow } from './raster-row.tsx';
import { useOccurrences } from './use-occurrences.ts';

interface LayersPanelProps extends MapAccess {
  onTask: (task: LayerTask) => void;
  /** Makes the map show a box of west, south, east and north. */
  onZoom: (box: readonly [number, number, number, number]) => void;
}

/** The layers of a map, how they look, and the ways to add more. */
export function LayersPanel({ call, map, onTask, onZoom }: LayersPanelProps) {
  const layers = useQuery({
    queryKey: mapKeys.layers(map.id),
    queryFn: ({ signal }) => fetchVectorLayers(call, map.id, signal),
  });
  const rasters = useQuery({
    queryKey: mapKeys.rasters(map.id),
    queryFn: ({ signal }) => fetchRasters(call, map.id, signal),
  });
  const { occurrences } = useOccurrences();
  const { status } = useSession();
  const vectorLayers = layers.data ?? [];
  return (
    <>
      {(isCollaborator(map) || status === 'visitor') && (
        <AddLayers mayUpload={isCollaborator(map)} onTask={onTask} />
      )}
      <PanelSection title="Vector layers">
        {(layers.isError || rasters.isError) && (
          <Notice type="error">
            The layers could not be loaded.{' '}
            <Button
              kind="text"
              size="inherit"
              onPress={() => {
                void layers.refetch();
                void rasters.refetch();
              }}
            >
              Try again
            </Button>
          </Notice>
        )}
        {layers.isPending && <Spinner label="Loading the layers" showLabel />}
        {layers.data?.length === 0 && isCollaborator(map) && (
          <Text number={2} tone="soft">
            Upload a file to begin with, or draw on the map. Each file becomes a layer.
          </Text>
        )}
        <ul className={styles.layers} aria-label="Vector layers">
          {vectorLayers.toReversed().map((layer) => (
            <LayerRow
              key={layer.id}
              call={call}
              map={map}
              layer={layer}
              layers={vectorLayers}
              onTask={onTask}
              onZoom={onZoom}
            />
          ))}
          <li className={styles.layer}>
            <div className={styles.row}>
              <Icon of={Layers} size="sm" />
              <span className={styles.name}>Drawn on the map</span>
              <Button size="sm" kind="text" onPress={() => onTask({ kind: 'table', layer: null })}>
                Table
              </Button>
            </div>
          </li>
        </ul>
        <Legend label="Colors of features" entries={standingLegend} />
      </PanelSection>
      {rasters.data !== undefined && rasters.data.length > 0 && (
        <PanelSection title="Raster layers">
          <ul className={styles.layers} aria-label="Raster layers">
            {rasters.data.map((raster) => (
              <RasterRow
                key={raster.id}
                call={call}
                map={map}
                raster={raster}
                onTask={onTask}
                onZoom={onZoom}
              />
            ))}
          </ul>
        </PanelSection>
      )}
      <PanelSection title="Species occurrences">
        {occurrences.length === 0 && (
          <Text number={2} tone="soft">
            See where a species was recorded, as hexagons for reference. They are not part of the
            map.
          </Text>
        )}
        <ul className={styles.layers} aria-label="Species occurrences">
          {occurrences.map((occurrence) => (
            <OccurrenceRow key={occurrence.key} occurrence={occurrence} />
          ))}
        </ul>
        <div>
          <Button
            size="sm"
            kind="secondary"
            icon={<Icon of={Hexagon} size="sm" />}
            onPress={() => onTask({ kind: 'occurrences' })}
          >
            Add occurrences
          </Button>
        </div>
      </PanelSection>
    </>
  );
}

/**
 * The ways to add layers to a map, for its owner and collaborators. Visitors are offered a species'
 * range, where they are told that it takes an account.
 */
function AddLayers({
  mayUpload,
  onTask,
}: { mayUpload: boolean } & Pick<LayersPanelProps, 'onTask'>) {
  return (
    <PanelSection>
      <div className={styles.buttons}>
        {mayUpload && (
          <>
            <Button
              size="sm"
              kind="secondary"
              icon={<Icon of={Upload} size="sm" />}
              onPress={() => onTask({ kind: 'upload', type: 'vector' })}
            >
              Upload vector file
            </Button>
            <Button
              size="sm"
              kind="secondary"
              icon={<Icon of={ImagePlus} size="sm" />}
              onPress={() => onTask({ kind: 'upload', type: 'raster' })}
            >
              Upload raster
            </Button>
          </>
        )}
        <Button
          size="sm"
          kind="secondary"
          icon={<Icon of={PawPrint} size="sm" />}
          onPress={() => onTask({ kind: 'range' })}
        >
          Species range
        </Button>
      </div>
    </PanelSection>
  );
}

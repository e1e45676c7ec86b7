import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import { useRef, useState } from 'react';
import { VisuallyHidden } from 'react-aria-components';
import { useMiddleKey, usePointer } from '../../../map/canvas/use-pointer.ts';
import { MapTip } from '../../../map/controls/map-tip.tsx';
import { Crosshair } from '../../../map/drawing/crosshair.tsx';
import { fetchValueAt } from '../calls/calls.ts';
import { showFailure } from '../calls/failure.ts';
import type { MapLayer } from '../state/map-layer.ts';
import { readingWords } from '../state/reading-words.ts';
import styles from './point-reading.module.css';

interface ReadLayer {
  /** The layer as it was read. */
  readonly entry: MapLayer;
  readonly text: string;
}

interface Reading {
  readonly place: readonly [number, number];
  readonly rows: readonly ReadLayer[];
}

/**
 * Reads the values of the layers at a click on the map, the uppermost first. With the focus on the
 * map, Enter reads them in its middle.
 */
export function PointReading({ layers }: { layers: readonly MapLayer[] }) {
  const [reading, setReading] = useState<Reading | null>(null);
  const lastPlace = useRef<Reading['place'] | null>(null);
  const read = (place: Reading['place']) => {
    lastPlace.current = place;
    setReading(null);
    readLayers(layers, place).then(
      (rows) => {
        if (lastPlace.current === place && rows.length > 0) setReading({ place, rows });
      },
      (error) => showFailure(valueMapperErrorLabels.getValueAtPoint, error),
    );
  };
  usePointer({ onRest: () => {}, onMove: () => {}, onClick: read });
  const map = useMiddleKey(read);
  const isCurrent = reading?.rows.every(({ entry }) => layers.some(isSameAs(entry))) ?? false;
  return (
    <>
      {map !== undefined && layers.length > 0 && (
        <Crosshair map={map} keyText="Enter reads the layers here" />
      )}
      {reading !== null && isCurrent && <ReadingTip reading={reading} />}
    </>
  );
}

/** Creates a check that a layer is the same, with the same raster and values, as when it was read. */
function isSameAs({ layer, raster, valued }: MapLayer): (other: MapLayer) => boolean {
  return (other) =>
    other.layer.id === layer.id && other.raster === raster && other.valued === valued;
}

function ReadingTip({ reading: { place, rows } }: { reading: Reading }) {
  return (
    <>
      <MapTip position={place}>
        <dl className={styles.rows}>
          {rows.map(({ entry: { layer }, text }) => (
            <div key={layer.id}>
              <dt>{layer.label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </MapTip>
      <VisuallyHidden role="status">
        {rows.map(({ entry: { layer }, text }) => `${layer.label}: ${text}`).join('. ')}
      </VisuallyHidden>
    </>
  );
}

async function readLayers(
  layers: readonly MapLayer[],
  place: readonly [number, number],
): Promise<Reading['rows']> {
  const rows = await Promise.all(
    layers.toReversed().map(async (entry) => {
      const { raster } = entry;
      if (raster === null) return [];
      const { is_inside, original, valued } = await fetchValueAt(raster.id, place);
      if (!is_inside) return [];
      const text = readingWords({ original, valued });
      return [{ entry, text }];
    }),
  );
  return rows.flat();
}

import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import { useState } from 'react';
import { VisuallyHidden } from 'react-aria-components';
import { usePointer } from '../../../map/canvas/use-pointer.ts';
import { MapTip } from '../../../map/controls/map-tip.tsx';
import { numberText } from '../../../ui/number-text.ts';
import { showFailure } from '../calls/failure.ts';
import { fetchValueAt } from '../calls/rasters.ts';
import type { MapLayer } from '../state/map-layer.ts';
import styles from './point-reading.module.css';

interface Reading {
  readonly place: readonly [number, number];
  readonly rows: readonly { readonly id: number; readonly label: string; readonly text: string }[];
}

/** Reads the values of the layers at a click on the map, the uppermost first. */
export function PointReading({ layers }: { layers: readonly MapLayer[] }) {
  const [reading, setReading] = useState<Reading | null>(null);
  usePointer({
    onRest: () => {},
    onMove: () => {},
    onClick: (place, isCurrent) => {
      setReading(null);
      readLayers(layers, place).then(
        (rows) => {
          if (isCurrent() && rows.length > 0) setReading({ place, rows });
        },
        (error) => showFailure(valueMapperErrorLabels.getValueAtPoint, error),
      );
    },
  });
  const isShown = reading?.rows.every(({ id }) => layers.some(({ layer }) => layer.id === id));
  if (reading === null || isShown !== true) return null;
  return (
    <>
      <MapTip position={reading.place}>
        <dl className={styles.rows}>
          {reading.rows.map(({ id, label, text }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </MapTip>
      <VisuallyHidden role="status">
        {reading.rows.map(({ label, text }) => `${label}: ${text}`).join('. ')}
      </VisuallyHidden>
    </>
  );
}

async function readLayers(
  layers: readonly MapLayer[],
  place: readonly [number, number],
): Promise<Reading['rows']> {
  const rows = await Promise.all(
    layers.toReversed().map(async ({ layer: { id, label }, raster }) => {
      if (raster === null) return [];
      const { is_inside, original, valued } = await fetchValueAt(raster.id, place);
      if (!is_inside) return [];
      const text = [
        original === null ? 'no data' : numberText(original),
        ...(valued === null ? [] : [`value ${numberText(valued)}`]),
      ].join(' → ');
      return [{ id, label, text }];
    }),
  );
  return rows.flat();
}

import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import { valuationFunction } from '@refugia/engine/valuation/index.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useRef, useState } from 'react';
import { VisuallyHidden } from 'react-aria-components';
import { useMapPress } from '../../../map/canvas/use-pointer.ts';
import { MapTip } from '../../../map/controls/map-tip.tsx';
import { Crosshair } from '../../../map/drawing/crosshair.tsx';
import type { LngLat } from '../../../map/places.ts';
import { significantText } from '../../../ui/data/number-text.ts';
import { showFailure } from '../calls/failure.ts';
import { fetchValueAt } from '../calls/raster-calls.ts';
import { rangeOf } from '../state/appearance-of.ts';
import { combinedAt } from '../state/combination.ts';
import { isWhole, type MapLayer } from '../state/map-layer.ts';
import { readingWords } from '../state/reading-words.ts';
import { valuedByScenario } from '../state/scenarios.ts';
import { settingsOf, type ValuationSettings, valuationOf } from '../state/valuation-settings.ts';
import type { CombinedStore } from '../workspace/combined-store.ts';
import { type Previewed, useWorkspace } from '../workspace/use-workspace.ts';
import styles from './point-reading.module.css';

interface ReadLayer {
  readonly entry: MapLayer;
  readonly text: string;
  readonly valued: number | null;
}

interface Reading {
  readonly place: LngLat;
  readonly rows: readonly ReadLayer[];
  /** What the combination of the layers gives there, if the map shows it. */
  readonly combined?: string;
}

/** Reads the layers at a click, the uppermost first. Enter reads them in the map's middle. */
export function PointReading({ layers }: { layers: readonly MapLayer[] }) {
  const [reading, setReading] = useState<Reading | null>(null);
  const { previewed, combined } = useWorkspace();
  const lastPlace = useRef<Reading['place'] | null>(null);
  const read = (place: Reading['place']) => {
    lastPlace.current = place;
    setReading(null);
    const right = isRightOf(map, place, combined) ? combined.atRight() : null;
    const asShown = right ? valuedByScenario(right, layers) : combined.valued(layers);
    readLayers(layers, place, { previewed: previewed.current, asShown }).then(
      (rows) => {
        const combination = right ? right.combination : combined.shown();
        const value = combination && combinedAt(combination, valuesOf(rows));
        if (lastPlace.current === place && rows.length > 0) {
          setReading({ place, rows, ...(combination && { combined: combinedWords(value) }) });
        }
      },
      (error) => showFailure(valueMapperErrorLabels.getValueAtPoint, error),
    );
  };
  const map = useMapPress(read);
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

function valuesOf(rows: readonly ReadLayer[]): ReadonlyMap<number, number | null> {
  return new Map(rows.map(({ entry, valued }) => [entry.layer.id, valued]));
}

const combinedWords = (value: number | null): string =>
  value === null ? 'no value' : significantText(value);

function ReadingTip({ reading: { place, rows, combined } }: { reading: Reading }) {
  return (
    <>
      <MapTip position={place}>
        <dl className={styles.rows}>
          {combined !== undefined && (
            <div>
              <dt>Combined value</dt>
              <dd>{combined}</dd>
            </div>
          )}
          {rows.map(({ entry: { layer }, text }) => (
            <div key={layer.id}>
              <dt>{layer.label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </MapTip>
      <VisuallyHidden role="status">
        {[
          ...(combined === undefined ? [] : [`Combined value: ${combined}`]),
          ...rows.map(({ entry: { layer }, text }) => `${layer.label}: ${text}`),
        ].join('. ')}
      </VisuallyHidden>
    </>
  );
}

async function readLayers(
  layers: readonly MapLayer[],
  place: LngLat,
  { previewed, asShown }: { previewed: Previewed | null; asShown: readonly MapLayer[] },
): Promise<Reading['rows']> {
  const rows = await Promise.all(
    layers.toReversed().map(async (entry) => {
      const { raster } = entry;
      if (raster === null) return [];
      const { is_inside, ...read } = await fetchValueAt(raster.id, place);
      if (!is_inside) return [];
      const isClass = raster.kind === 'categorical';
      const isPreview = previewed?.layerId === entry.layer.id;
      const shown = asShown.find(({ layer }) => layer.id === entry.layer.id) ?? entry;
      const ofScenario = shown !== entry && isWhole(shown.valued) ? settingsOf(shown.valued) : null;
      const settings = isPreview ? previewed.settings : ofScenario;
      const valued = settings ? valueBy(settings, read.original, raster) : read.valued;
      const { unit } = entry.layer;
      const text = readingWords({ original: read.original, valued, isClass, unit, isPreview });
      return [{ entry, text, valued }];
    }),
  );
  return rows.flat();
}

/** The value of a number by other settings than the stored ones; null where it has none. */
function valueBy(
  settings: ValuationSettings,
  original: number | null,
  raster: ValueRaster,
): number | null {
  if (original === null) return null;
  const value = valuationFunction(valuationOf(settings, rangeOf(raster)))(original);
  return Number.isNaN(value) ? null : value;
}

/** Whether a place lies at the right of the line between two scenarios. */
function isRightOf(
  map: MapLibreMap | undefined,
  place: Reading['place'],
  combined: CombinedStore,
): boolean {
  if (map === undefined) return false;
  const share = map.project([...place]).x / map.getContainer().clientWidth;
  return share > combined.getState().swipeShare;
}

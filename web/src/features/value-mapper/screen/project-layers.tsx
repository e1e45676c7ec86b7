import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import { useMemo, useSyncExternalStore } from 'react';
import { useStore } from '../../../lib/store.ts';
import type { ValueAppearance } from '../../../map/value-layer/appearance.ts';
import { type ValueLayerEntry, ValueLayers } from '../../../map/value-layer/value-layers.tsx';
import { fetchDataTile } from '../calls/raster-calls.ts';
import { appearanceOf, coarseAppearanceOf } from '../state/appearance-of.ts';
import { isDrawable, isShowable, isWhole, type MapLayer } from '../state/map-layer.ts';
import { settingsOf } from '../state/valuation-settings.ts';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';
import { PointReading } from './point-reading.tsx';
import { UnitPress } from './unit-press.tsx';
import { useCombinedOnMap } from './use-combined-on-map.ts';
import { ZoneOutlines } from './zone-outlines.tsx';

/**
 * Draws a project's layers on the map.
 * @param valuedLayer is shown even if it is hidden otherwise
 * @param isDrawing whether presses on the map draw, and do not read values
 */
export function ProjectLayers({
  valuedLayer,
  isDrawing,
}: {
  valuedLayer: number | null;
  isDrawing: boolean;
}) {
  const { images, mapLayers, combined, zones } = useWorkspace();
  const { units } = useStore(zones);
  const { layers: own } = useProject();
  const borrowed = useSyncExternalStore(combined.subscribe, () => combined.getState().borrowed);
  const layers = useMemo(() => [...borrowed.map(hidden), ...own], [borrowed, own]);
  const combinedIds = useCombinedOnMap();
  const shown = useMemo(
    () =>
      layers.filter(
        (each) =>
          isDrawable(each) &&
          (each.layer.is_visible ||
            each.layer.id === valuedLayer ||
            combinedIds.split(',').includes(String(each.layer.id))),
      ),
    [layers, valuedLayer, combinedIds],
  );
  const entries = useMemo(() => shown.flatMap(entryOf), [shown]);
  const readable = useMemo(() => shown.filter(isShowable), [shown]);
  return (
    <>
      <ValueLayers ref={mapLayers} entries={entries} onStatus={images.tell} />
      <ZoneOutlines />
      {!isDrawing && !units?.onPress && <PointReading layers={readable} />}
      {!isDrawing && units?.onPress && (
        <UnitPress features={units.features} onPress={units.onPress} />
      )}
    </>
  );
}

/** The layers of other projects are on the map for a combination only. */
const hidden = (entry: MapLayer): MapLayer => ({
  ...entry,
  layer: { ...entry.layer, is_visible: false },
});

function entryOf(entry: MapLayer): ValueLayerEntry[] {
  const { layer, raster } = entry;
  const tiles = raster?.tiles ?? raster?.coarse?.tiles;
  if (raster === null || tiles === undefined || raster.bounding_box === null) return [];
  const { data, min_zoom, max_zoom } = tiles;
  return [
    {
      id: layer.id,
      sourceKey: `value-layer-${layer.id}-${data}`,
      source: {
        box: raster.bounding_box,
        // A tile of 512 pixels covers the ground of four tiles of 256 pixels at the next zoom.
        minZoom: Math.max(0, min_zoom - 1),
        maxZoom: Math.max(0, max_zoom - 1),
        fetchTile: (tile, signal) => fetchDataTile(data, tile, signal),
      },
      appearance: keptAppearance(entry, raster),
    },
  ];
}

/**
 * The same layer gets the same appearance object, so that a preview stays until the layer itself
 * changes.
 */
const appearances = new WeakMap<MapLayer, ValueAppearance>();

function keptAppearance(entry: MapLayer, raster: ValueRaster): ValueAppearance {
  const kept = appearances.get(entry) ?? newAppearance(entry, raster);
  appearances.set(entry, kept);
  return kept;
}

function newAppearance(entry: MapLayer, raster: ValueRaster): ValueAppearance {
  if (raster.tiles === null && raster.coarse !== null) {
    return coarseAppearanceOf(entry, raster, raster.coarse);
  }
  return appearanceOf(entry, raster, isWhole(entry.valued) ? settingsOf(entry.valued) : null);
}

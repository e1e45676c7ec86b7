import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useStore } from '../../../lib/store.ts';
import { useMapPress } from '../../../map/canvas/use-pointer.ts';
import { Crosshair } from '../../../map/drawing/crosshair.tsx';
import { OutlinesAbove, worldOutline } from '../../../map/overlays/outline-canvas.ts';
import type { CombinedAppearance, ValueAppearance } from '../../../map/value-layer/appearance.ts';
import { type ValueLayerEntry, ValueLayers } from '../../../map/value-layer/value-layers.tsx';
import { fetchDataTile } from '../calls/raster-calls.ts';
import { appearanceOf, coarseAppearanceOf } from '../state/appearance-of.ts';
import { unitAt } from '../state/best-places.ts';
import { combinedAppearance } from '../state/combination.ts';
import { isDrawable, isShowable, isWhole, type MapLayer } from '../state/map-layer.ts';
import { valuedByScenario } from '../state/scenarios.ts';
import { settingsOf } from '../state/valuation-settings.ts';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';
import type { UnitsOnMap, ZonesState } from '../workspace/zones-store.ts';
import { PointReading } from './point-reading.tsx';

interface ProjectLayersProps {
  /** The layer whose valuation is being chosen, which is shown even if it is hidden otherwise. */
  valuedLayer: number | null;
  /** Whether presses on the map draw, and do not read values. */
  isDrawing: boolean;
}

/** Draws a project's layers on the map. */
export function ProjectLayers({ valuedLayer, isDrawing }: ProjectLayersProps) {
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

interface UnitPressProps {
  features: UnitsOnMap['features'];
  onPress: (number: number) => void;
}

/** Marks the unit that is pressed on the map, or that lies in its middle when Enter is pressed. */
function UnitPress({ features, onPress }: UnitPressProps) {
  const map = useMapPress((place) => {
    const unit = unitAt(features, place);
    if (unit) onPress(unit.id);
  });
  return map && <Crosshair map={map} keyText="Enter marks the unit here" />;
}

type OutlinedFeature =
  | NonNullable<ZonesState['outlines']>['features'][number]
  | UnitsOnMap['features'][number];

/**
 * Draws the outlines of zones on the map, of which the chosen one stands out. While there are best
 * places, it draws their units, of which the chosen ones stand out.
 */
function ZoneOutlines() {
  const { zones } = useWorkspace();
  const { outlines: collection, highlighted, units } = useStore(zones);
  const features = units?.features ?? collection?.features;
  const outlines = useMemo(
    () => features?.map(({ geometry }) => worldOutline(geometry as Polygon | MultiPolygon)),
    [features],
  );
  const marks = units?.marks;
  const drawn = useMemo(() => {
    const isChosen = ({ id, properties }: OutlinedFeature) => {
      const mark = marks?.get(id);
      if (mark !== undefined) return mark === 'in';
      return 'chosen' in properties ? properties.chosen : id === highlighted;
    };
    const chosen = (features ?? []).flatMap((feature, place) =>
      isChosen(feature) ? (outlines?.[place] ?? []) : [],
    );
    return { outlines: outlines ?? [], chosen: chosen.length > 0 ? chosen : null, corners: [] };
  }, [features, outlines, highlighted, marks]);
  return outlines === undefined ? null : <OutlinesAbove drawn={drawn} />;
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

/** A layer keeps its appearance object, so that a preview stays until the layer changes. */
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

/**
 * Draws the combination of the layers in place of them while it is chosen or shown, without rendering React.
 * @returns the ids of the layers that the map needs for it, as a text that changes with them
 */
function useCombinedOnMap(): string {
  const { combined, store, mapLayers } = useWorkspace();
  const idsNow = () => {
    const parts = [combined.shown(), combined.second()?.combination].flatMap(
      (each) => each?.layers ?? [],
    );
    return [...new Set(parts.map(({ data_layer }) => data_layer))].join();
  };
  const ids = useSyncExternalStore(combined.subscribe, idsNow);
  useEffect(() => {
    const show = () => {
      const combination = combined.shown();
      const layers = [...store.getState().layers, ...combined.getState().borrowed];
      const drawn: CombinedAppearance | null =
        combination && combinedAppearance(combination, combined.valued(layers));
      const second = combined.second();
      mapLayers.current?.combine(
        drawn,
        second && {
          appearance: combinedAppearance(second.combination, valuedByScenario(second, layers)),
          fromShare: combined.atRight() ? combined.getState().swipeShare : null,
        },
      );
    };
    show();
    const ends = [combined.subscribe(show), store.subscribe(show)];
    return () => {
      for (const end of ends) end();
    };
  }, [combined, store, mapLayers]);
  return ids;
}

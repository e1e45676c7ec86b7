import type { DataLayer } from '@refugia/contract/value-mapper/projects.ts';
import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import type { ValuedRaster } from '@refugia/contract/value-mapper/valued.ts';

/** A data layer with its raster and its valued raster. */
export interface MapLayer {
  readonly layer: DataLayer;
  /** Null until a file is uploaded. */
  readonly raster: ValueRaster | null;
  /** Null if the layer shows the original. */
  readonly valued: ValuedRaster | null;
}

/** Matches layers and rasters by `data_layer`, and sorts them from the lowest to the uppermost. */
export function matchLayers(
  layers: readonly DataLayer[],
  rasters: readonly ValueRaster[],
  valued: readonly ValuedRaster[],
): readonly MapLayer[] {
  return layers
    .toSorted((one, other) => one.position - other.position)
    .map((layer) => ({
      layer,
      raster: rasters.find(({ data_layer }) => data_layer === layer.id) ?? null,
      valued: valued.find(({ data_layer }) => data_layer === layer.id) ?? null,
    }));
}

/** Whether a layer has all that the map needs to show it. */
export function isShowable({ raster }: MapLayer): boolean {
  return raster?.tiles != null && raster.bounding_box !== null;
}

/** Whether a layer's numbers can be valued. A raster may be a picture, or have no numbers at all. */
export function isValuable(entry: MapLayer): boolean {
  const { raster } = entry;
  return isShowable(entry) && raster?.kind !== 'rgb' && raster?.dataset_min_val !== null;
}

/** Whether the map can show a layer. While its raster is being processed, the picture is coarse. */
export function isDrawable(entry: MapLayer): boolean {
  return isShowable(entry) || isShownCoarsely(entry);
}

/** Whether the map can show a layer only by a coarse picture of its raster. */
export function isShownCoarsely(entry: MapLayer): boolean {
  const { raster } = entry;
  return !isShowable(entry) && raster?.coarse != null && raster.bounding_box !== null;
}

/** Whether a check found that the file lacks something that a raster needs. */
export function hasFailedValidation({ raster }: MapLayer): boolean {
  return raster !== null && !raster.is_validated && raster.processing.state === 'failed';
}

/** Whether all numbers of a valued raster exist. */
export function isWhole(valued: ValuedRaster | null): valued is ValuedRaster {
  return valued?.processing.state === 'done';
}

/** The valued raster that is being made: a layer's first one, or the one that replaces it. */
export function unfinishedValued(
  valued: ValuedRaster | null,
): Pick<ValuedRaster, 'id' | 'processing'> | null {
  return isWhole(valued) ? valued.replacement : valued;
}

/** Moves a layer to another place in the order. The order of the others stays. */
export function movedLayers(
  layers: readonly MapLayer[],
  layerId: number,
  position: number,
): readonly MapLayer[] {
  const moved = layers.find(({ layer }) => layer.id === layerId);
  if (moved === undefined) return layers;
  const others = layers.filter((each) => each !== moved);
  return others.toSpliced(position, 0, moved).map((each, index) => ({
    ...each,
    layer: { ...each.layer, position: index },
  }));
}

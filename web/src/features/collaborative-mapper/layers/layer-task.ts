import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { RasterLayer } from '@refugia/contract/collaborative-mapper/rasters.ts';

/** A task on the layers that has a modal, or the table below the map. */
export type LayerTask =
  | {
      kind: 'upload';
      type: 'vector' | 'raster';
      /** A file that was dropped on the map. */
      file?: File;
    }
  | { kind: 'range' }
  | { kind: 'occurrences' }
  | { kind: 'style'; layer: VectorLayer }
  | { kind: 'delete'; layer: VectorLayer }
  | { kind: 'table'; layer: VectorLayer | null }
  | { kind: 'raster-comments'; raster: RasterLayer }
  | { kind: 'raster-place'; raster: RasterLayer };

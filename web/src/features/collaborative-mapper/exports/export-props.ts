import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { MapAccess } from '../calls/map-access.ts';

/** What a file is made of. */
export interface ExportMenuProps extends MapAccess {
  /** One layer alone; without it the whole map. */
  layer?: VectorLayer;
  /** Makes a picture of what the map shows. */
  onPicture?: () => Promise<Blob>;
}

import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { MapAccess } from '../calls/map-access.ts';

/** What the file contains. */
export interface ExportMenuProps extends MapAccess {
  /** One layer to export alone. Without it, the file contains the whole map. */
  layer?: VectorLayer;
  /** Makes a picture of what the map shows. */
  onPicture?: () => Promise<Blob>;
}

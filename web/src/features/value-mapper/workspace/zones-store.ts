import type { ZoneOutlines } from '@refugia/contract/value-mapper/zones.ts';
import type { Polygon } from 'geojson';
import { Store } from '../../../lib/store.ts';

export interface ZonesState {
  /** The zones on the map, or null while there are none. */
  readonly outlines: ZoneOutlines | null;
  /** The number of the zone that stands out. */
  readonly highlighted: number | null;
  /** Takes a shape that is being drawn on the map; null while nothing is drawn. */
  readonly onDrawn: ((shape: Polygon) => void) | null;
}

/** The zones of an open project on its map. */
export class ZonesStore extends Store<ZonesState> {
  constructor() {
    super({ outlines: null, highlighted: null, onDrawn: null });
  }

  /** Changes a part of the state. */
  change(changes: Partial<ZonesState>): void {
    this.setState({ ...this.getState(), ...changes });
  }
}

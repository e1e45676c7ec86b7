import type { SelectionUnits } from '@refugia/contract/value-mapper/selections.ts';
import type { ZoneOutlines } from '@refugia/contract/value-mapper/zones.ts';
import type { Polygon } from 'geojson';
import { Store } from '../../../lib/store.ts';
import type { Marks } from '../state/best-places.ts';

/** The units of a search for the best places. */
export interface UnitsOnMap {
  readonly features: SelectionUnits['features'];
  readonly marks: Marks;
  /** Takes the unit that is pressed on the map; null while presses read values. */
  readonly onPress: ((number: number) => void) | null;
}

export interface ZonesState {
  /** Is drawn in place of the zones while there is a result. */
  readonly units: UnitsOnMap | null;
  readonly outlines: ZoneOutlines | null;
  /** The number of the zone that stands out. */
  readonly highlighted: number | null;
  /** Takes a shape that is being drawn on the map; null while nothing is drawn. */
  readonly onDrawn: ((shape: Polygon) => void) | null;
}

/** The zones of an open project on its map. */
export class ZonesStore extends Store<ZonesState> {
  constructor() {
    super({ units: null, outlines: null, highlighted: null, onDrawn: null });
  }

  change(changes: Partial<ZonesState>): void {
    this.setState({ ...this.getState(), ...changes });
  }
}

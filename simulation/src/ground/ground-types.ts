import type { Window } from '@refugia/engine/raster/grid.ts';
import type { LandEvent } from '../events/land-event.ts';
import type { Lattice, NodePlaces, UtmGrid } from '../world/utm-grid.ts';

/** An event's effect on the part of a grid that it can reach, right after it: 0 to 255 for each pixel. */
export interface GroundEvent {
  readonly event: LandEvent;
  /** In pixels of the grid. */
  readonly window: Window;
  /** window.width × window.height. */
  readonly severity: Uint8Array;
}

/**
 * All of a grid's ground that doesn't depend on the date, width × height: made once and shared by
 * every band and date.
 */
export interface Ground {
  readonly utmGrid: UtmGrid;
  readonly lattice: Lattice;
  readonly places: NodePlaces;
  /** `surfaces` index of most of the pixel, and of a share of it (0 to 255). */
  readonly surface: Uint8Array;
  readonly other: Uint8Array;
  readonly otherShare: Uint8Array;
  /** Which field, stand or pasture: 0 to 255. */
  readonly parcel: Uint8Array;
  /** Days that spring is late, plus `delayOffset`. */
  readonly delay: Uint8Array;
  /** Lasting deviation of brightness and of greenness, −127 to 127 (64 is one deviation). */
  readonly brightness: Int8Array;
  readonly vigor: Int8Array;
  /** Rise toward the east and toward the north, in `slopeUnit`. */
  readonly slopeEast: Int16Array;
  readonly slopeNorth: Int16Array;
  readonly events: readonly GroundEvent[];
}

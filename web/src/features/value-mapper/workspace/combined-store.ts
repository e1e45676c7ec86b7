import type { Combination, CombinedRaster } from '@refugia/contract/value-mapper/combined.ts';
import { Store } from '../../../lib/store.ts';
import type { MapLayer } from '../state/map-layer.ts';

export interface CombinedState {
  /** The combined raster of the project, or null without one. */
  readonly stored: CombinedRaster | null;
  /** Layers of other projects that take part. */
  readonly borrowed: readonly MapLayer[];
  /** What is chosen in the dialog so far, or null while it is closed. */
  readonly draft: Combination | null;
  /** Whether the map shows the stored combination while the dialog is closed. */
  readonly isShown: boolean;
}

/** The combined values of an open project. The map and the dialog listen to it themselves. */
export class CombinedStore extends Store<CombinedState> {
  constructor() {
    super({ stored: null, borrowed: [], draft: null, isShown: false });
  }

  /** Changes a part of the state. */
  change(changes: Partial<CombinedState>): void {
    this.setState({ ...this.getState(), ...changes });
  }

  /** The combination that the map shows, or null while it shows the layers. */
  shown(): Combination | null {
    const { stored, draft, isShown } = this.getState();
    return draft ?? (isShown ? (stored?.combination ?? null) : null);
  }
}

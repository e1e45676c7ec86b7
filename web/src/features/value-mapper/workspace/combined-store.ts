import type { Combination, CombinedRaster } from '@refugia/contract/value-mapper/combined.ts';
import type { Scenario } from '@refugia/contract/value-mapper/scenarios.ts';
import { Store } from '../../../lib/store.ts';
import type { MapLayer } from '../state/map-layer.ts';
import { valuedByScenario } from '../state/scenarios.ts';

export interface CombinedState {
  readonly stored: CombinedRaster | null;
  /** Layers of other projects that take part. */
  readonly borrowed: readonly MapLayer[];
  /** What is chosen in the dialog so far, or null while it is closed. */
  readonly draft: Combination | null;
  /** Whether the map shows the stored combination while the dialog is closed. */
  readonly isShown: boolean;
  /** The scenario that the map shows in place of the stored combination, or null. */
  readonly scenario: Scenario | null;
  /** Another scenario that is compared with it, at the right of a line or by their difference. */
  readonly compared: Scenario | null;
  readonly comparison: 'side by side' | 'difference';
  /** The position of the line as a share of the map's width, 0 to 1. */
  readonly swipeShare: number;
}

/** The combined values of an open project. The map and the dialog listen to it themselves. */
export class CombinedStore extends Store<CombinedState> {
  constructor() {
    super({
      ...{ stored: null, borrowed: [], draft: null, isShown: false },
      ...{ scenario: null, compared: null, comparison: 'side by side', swipeShare: 0.5 },
    });
  }

  change(changes: Partial<CombinedState>): void {
    this.setState({ ...this.getState(), ...changes });
  }

  /** The combination that the map shows, or null while it shows the layers. */
  shown(): Combination | null {
    const { stored, draft, isShown, scenario } = this.getState();
    return draft ?? scenario?.combination ?? (isShown ? (stored?.combination ?? null) : null);
  }

  /** The layers with the curves by which the map values them for the combination that it shows. */
  valued(layers: readonly MapLayer[]): readonly MapLayer[] {
    const { draft, scenario } = this.getState();
    return draft === null && scenario !== null ? valuedByScenario(scenario, layers) : layers;
  }

  /** The scenario that is compared with the one that the map shows, or null without one. */
  second(): Scenario | null {
    const { draft, scenario, compared } = this.getState();
    return draft === null && scenario !== null ? compared : null;
  }

  /** The scenario at the right of the line, or null where the map has no line. */
  atRight(): Scenario | null {
    return this.getState().comparison === 'side by side' ? this.second() : null;
  }
}

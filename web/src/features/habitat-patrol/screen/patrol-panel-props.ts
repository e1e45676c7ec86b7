import type { Imagery } from '@refugia/contract/habitat-patrol/runs.ts';
import type { Rectangle } from '../../../map/places.ts';
import type { PatrolController } from '../patrol/patrol-controller.ts';
import type { ResultTools } from '../result/use-result-tools.ts';
import type { PatrolState } from '../state/patrol-state.ts';

export interface PatrolPanelProps {
  state: PatrolState;
  controller: PatrolController;
  /** Undefined until it is known. */
  imagery: Imagery | undefined;
  isImageryMissing: boolean;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  onDrawPress: () => void;
  onEditPress: () => void;
  onAddAreaPress: () => void;
  onTutorialPress: () => void;
  resultTools: ResultTools;
  /** Makes the map show these bounds. */
  onLook: (bounds: Rectangle) => void;
  /** Returns the visible bounds of the map, or null while there is no map. */
  visibleBounds: () => Rectangle | null;
}

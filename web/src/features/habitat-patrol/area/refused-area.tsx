import { limits } from '@refugia/contract/limits.ts';
import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import { perimeterMeters } from '@refugia/engine/geo/measures.ts';
import { ScanSearch, Square } from 'lucide-react';
import type { Rectangle } from '../../../map/places.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { formatKilometers } from '../format.ts';
import { useController } from '../patrol/use-controller.ts';
import { largestSquareIn } from '../state/largest-square.ts';
import type { Area } from '../state/patrol-state.ts';

const { maxPerimeterMeters } = limits.habitatPatrol;
const metersPerMile = 1609.344;

/** Says how large a drawn area may be, and offers two ways to continue. */
export function RefusedArea({ area, onShow }: { area: Area; onShow: (bounds: Rectangle) => void }) {
  const { dispatch } = useController();
  const square = largestSquareIn(area);
  return (
    <Notice type="warning">
      The outline that you drew is {distance(perimeterMeters(area))} long. It may be{' '}
      {distance(maxPerimeterMeters)} long at most: a square with sides of{' '}
      {distance(maxPerimeterMeters / 4)}.
      <div className={utilities.cluster}>
        <PanelButton
          icon={Square}
          onPress={() =>
            dispatch({ type: 'area-picked', area: square, origin: { kind: 'entered' } })
          }
        >
          Place the largest square there
        </PanelButton>
        <PanelButton icon={ScanSearch} onPress={() => onShow(areaBounds(square))}>
          Zoom in there
        </PanelButton>
      </div>
    </Notice>
  );
}

function distance(meters: number): string {
  return `${formatKilometers(meters)} (${Math.round(meters / metersPerMile).toLocaleString('en-US')} miles)`;
}

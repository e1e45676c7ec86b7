import { useMiddleKey, usePointer } from '../../../map/canvas/use-pointer.ts';
import { Crosshair } from '../../../map/drawing/crosshair.tsx';
import { unitAt } from '../state/best-places.ts';
import type { UnitsOnMap } from '../workspace/zones-store.ts';

/** Marks the unit that is pressed on the map, or that lies in its middle when Enter is pressed. */
export function UnitPress({
  features,
  onPress,
}: {
  features: UnitsOnMap['features'];
  onPress: (number: number) => void;
}) {
  const press = (place: readonly [number, number]) => {
    const unit = unitAt(features, place);
    if (unit) onPress(unit.id);
  };
  usePointer({ onRest: () => {}, onMove: () => {}, onClick: press });
  const map = useMiddleKey(press);
  return map && <Crosshair map={map} keyText="Enter marks the unit here" />;
}

import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { useActiveLayer } from '../workspace/active-layer.ts';
import { LayerChoice } from '../fields/layer-choice.tsx';
import type { MapEditing } from './use-map-editing.ts';

/** The layer into which a new shape goes, and whether the tool stays in hand after it. */
export function DrawingTarget({ editing }: { editing: MapEditing }) {
  const { layer, choose } = useActiveLayer();
  return (
    <>
      <LayerChoice label="Draw into the layer" value={layer?.id} onChange={choose} />
      <Checkbox isSelected={editing.drawsSeveral} onChange={editing.setDrawsSeveral}>
        Draw several
      </Checkbox>
    </>
  );
}

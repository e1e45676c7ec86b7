import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { LayerChoice } from '../fields/inputs.tsx';
import { useActiveLayer } from '../workspace/lists.ts';

interface DrawingTargetProps {
  drawsSeveral: boolean;
  onDrawSeveral: (drawsSeveral: boolean) => void;
}

/** The layer into which a new shape goes, and whether the tool stays in hand after it. */
export function DrawingTarget({ drawsSeveral, onDrawSeveral }: DrawingTargetProps) {
  const { layer, choose } = useActiveLayer();
  return (
    <>
      <LayerChoice label="Draw into the layer" value={layer?.id} onChange={choose} />
      <Checkbox isSelected={drawsSeveral} onChange={onDrawSeveral}>
        Draw several
      </Checkbox>
    </>
  );
}

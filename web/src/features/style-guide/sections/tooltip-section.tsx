import { TriangleAlert } from 'lucide-react';
import { Button } from '../../../ui/actions/button.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Tooltip, TooltipText } from '../../../ui/overlays/tooltip.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { Sample, Samples } from '../sample.tsx';

const placements = ['top', 'bottom', 'start', 'end'] as const;

/** The style guide's section 'tooltip'. */
export function TooltipSection() {
  return (
    <Samples>
      <Sample title="On each side of a control" note="Point at it, or reach it with Tab.">
        <div className={utilities.cluster}>
          {placements.map((placement) => (
            <Tooltip key={placement} text={`On the side ${placement}`} placement={placement}>
              <Button kind="secondary" size="sm">
                {placement}
              </Button>
            </Tooltip>
          ))}
        </div>
      </Sample>
      <Sample title="At something that is no control">
        <TooltipText text="Layer 1 has failed validation on raster upload.">
          <Icon of={TriangleAlert} />
        </TooltipText>
      </Sample>
    </Samples>
  );
}

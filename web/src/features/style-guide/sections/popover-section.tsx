import { Button } from '../../../ui/actions/button.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { Sample, Samples } from '../sample.tsx';

const placements = ['bottom', 'top', 'start', 'end'] as const;

/** The style guide's section 'popover'. */
export function PopoverSection() {
  return (
    <Samples>
      <Sample title="On each side" note="The other side when there is no room.">
        <div className={utilities.cluster}>
          {placements.map((placement) => (
            <Popover
              key={placement}
              title="Clear pixels"
              placement={placement}
              trigger={
                <Button kind="secondary" size="sm">
                  {placement}
                </Button>
              }
            >
              <Text number={2}>The share of the area that no cloud covered on both dates.</Text>
            </Popover>
          ))}
        </div>
      </Sample>
    </Samples>
  );
}

import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Panel, PanelSection as PanelPart } from '../../../ui/layout/panel.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { Sample, Samples } from '../sample.tsx';

/** The style guide's section 'panel'. */
export function PanelSection() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Samples>
      <Sample title="Folds to its title bar" note="Floats above a map.">
        <Panel
          title="Sample panel"
          subtitle="With a line below its title"
          isOpen={isOpen}
          onToggle={setIsOpen}
          footer={<Button wide>Run</Button>}
        >
          <PanelPart title="Area of interest">
            <Text number={2}>Draw a rectangle on the map.</Text>
          </PanelPart>
          <PanelPart title="Dates">
            <Text number={2}>From the beginning to the end of 2019.</Text>
          </PanelPart>
        </Panel>
      </Sample>
      <Sample title="Always open">
        <Panel title="Legend">
          <Text number={2}>What the colors mean.</Text>
        </Panel>
      </Sample>
    </Samples>
  );
}

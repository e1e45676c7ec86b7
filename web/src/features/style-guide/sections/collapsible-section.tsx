import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { Sample, Samples } from '../sample.tsx';

/** The style guide's section 'collapsible'. */
export function CollapsibleSection() {
  return (
    <Samples>
      <Sample title="Closed">
        <Collapsible title="Which imagery is used?" headingLevel={4}>
          <Text number={2}>Sentinel-2, whose pixels are 10 meters wide.</Text>
        </Collapsible>
      </Sample>
      <Sample title="Open from the start">
        <Collapsible title="How long does a run take?" headingLevel={4} startsOpen>
          <Text number={2}>Between one and three minutes.</Text>
        </Collapsible>
      </Sample>
    </Samples>
  );
}

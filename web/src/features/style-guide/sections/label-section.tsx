import { Label } from '../../../ui/forms/label.tsx';
import { Sample, Samples } from '../sample.tsx';

/** The style guide's section 'label'. */
export function LabelSection() {
  return (
    <Samples>
      <Sample title="Alone" note="Fields bring theirs along.">
        <Label>Organization</Label>
      </Sample>
      <Sample title="With a note">
        <Label note="optional">Organization</Label>
        <Label note="hectares">Area</Label>
      </Sample>
    </Samples>
  );
}

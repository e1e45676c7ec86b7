import { messages } from '@refugia/contract/messages.ts';
import { useState } from 'react';
import { EditableText } from '../../../ui/forms/editable-text.tsx';
import { Sample, Samples } from '../sample.tsx';

/** The style guide's section 'text edit'. */
export function TextEditSection() {
  const [organization, setOrganization] = useState('Prairie Watch');
  const [bio, setBio] = useState('');
  return (
    <Samples>
      <Sample title="One line" note="Enter or Done saves, Escape leaves it as it was.">
        <EditableText
          label="Organization"
          value={organization}
          onSave={setOrganization}
          maxLength={100}
          validate={(value) => (value === '' ? messages.required : undefined)}
        />
      </Sample>
      <Sample title="Several lines, empty">
        <EditableText
          label="Bio"
          value={bio}
          onSave={setBio}
          isMultiline
          maxLength={1000}
          emptyText="No description added yet"
        />
      </Sample>
      <Sample title="Disabled">
        <EditableText label="Role" value="Viewer" onSave={() => undefined} isDisabled />
      </Sample>
    </Samples>
  );
}

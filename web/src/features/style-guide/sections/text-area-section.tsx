import { useState } from 'react';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { Sample, Samples } from '../sample.tsx';

/** The style guide's section 'text area'. */
export function TextAreaSection() {
  const [summary, setSummary] = useState('');
  const [message, setMessage] = useState('Otters are back below the weir.');
  return (
    <Samples>
      <Sample title="20rem high, as it comes">
        <TextArea label="Summary" value={summary} onChange={setSummary} />
      </Sample>
      <Sample title="Two rows, growing, with a limit">
        <TextArea
          label="Message"
          value={message}
          onChange={setMessage}
          rows={2}
          maxLength={400}
          description="What should others know?"
        />
        <TextArea
          label="Reason"
          value=""
          onChange={() => undefined}
          rows={2}
          error="This is required."
        />
        <TextArea
          label="Archived notes"
          value="No longer changed."
          onChange={() => undefined}
          rows={2}
          isDisabled
        />
      </Sample>
    </Samples>
  );
}

import { useState } from 'react';
import { Select } from '../../../ui/forms/select.tsx';
import { Sample, Samples } from '../sample.tsx';

const subjects = [
  { id: 'reaching-out', label: 'Reaching out' },
  { id: 'feedback', label: 'Providing feedback' },
  { id: 'bug', label: 'Reporting a bug' },
  { id: 'other', label: 'Other' },
] as const;

const functions = [
  { id: 'lin', label: 'Linear', description: 'The same step everywhere' },
  { id: 'log', label: 'Logarithmic', description: 'Steep at first' },
  { id: 'exp', label: 'Exponential', description: 'Steep at the end' },
  { id: 'step', label: 'Step', description: 'Not for this layer', isDisabled: true },
] as const;

/** The style guide's section 'select'. */
export function SelectSection() {
  const [subject, setSubject] = useState<(typeof subjects)[number]['id']>('feedback');
  const [valuation, setValuation] = useState<(typeof functions)[number]['id'] | null>(null);
  return (
    <Samples>
      <Sample title="With a choice">
        <Select label="Subject" options={subjects} value={subject} onChange={setSubject} />
      </Sample>
      <Sample title="With descriptions, nothing chosen">
        <Select
          label="Valuation curve"
          options={functions}
          value={valuation}
          onChange={setValuation}
          description="How a pixel's number becomes a value."
        />
      </Sample>
      <Sample title="With an error">
        <Select
          label="Topic"
          options={subjects}
          value={null}
          onChange={setSubject}
          error="This is required."
        />
      </Sample>
      <Sample title="Disabled">
        <Select label="Reason" options={subjects} value="other" onChange={setSubject} isDisabled />
      </Sample>
    </Samples>
  );
}

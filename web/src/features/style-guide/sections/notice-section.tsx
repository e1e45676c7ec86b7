import { Notice } from '../../../ui/overlays/notice.tsx';
import { Sample, Samples } from '../sample.tsx';

const sentences = {
  message: 'The imagery of this area is simulated.',
  success: 'The area is small enough for a run.',
  warning: 'Half of the area was under clouds.',
  error: 'No scene covers this area.',
} as const;

/** The style guide's section 'notice'. */
export function NoticeSection() {
  return (
    <Samples>
      {(['message', 'success', 'warning', 'error'] as const).map((type) => (
        <Sample key={type} title={`Type ${type}`}>
          <Notice type={type}>{sentences[type]}</Notice>
        </Sample>
      ))}
    </Samples>
  );
}

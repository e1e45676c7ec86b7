import { Button } from '../../../ui/actions/button.tsx';
import { showToast, type ToastType } from '../../../ui/overlays/toast.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { Sample, Samples } from '../sample.tsx';

const sentences: [type: ToastType, text: string][] = [
  ['error', 'Something went wrong.'],
  ['message', 'Your session has expired and you have been logged out.'],
  ['success', 'Logged in.'],
  ['warning', 'This account has not been activated.'],
];

/** The style guide's section 'toast'. */
export function ToastSection() {
  return (
    <Samples>
      <Sample
        title="Types"
        note="At the top for 8 seconds; waits while pointed at or focused."
        wide
      >
        <div className={utilities.cluster}>
          {sentences.map(([type, text]) => (
            <Button key={type} kind="secondary" onPress={() => showToast(type, text)}>
              {type}
            </Button>
          ))}
        </div>
      </Sample>
    </Samples>
  );
}

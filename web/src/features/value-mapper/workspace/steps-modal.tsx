import type { ReactNode } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { ProgressSteps } from '../../../ui/data/progress-steps.tsx';
import { Modal, SideDialog } from '../../../ui/overlays/modal.tsx';
import { Fault } from '../../../ui/overlays/notice.tsx';
import type { RunnerState } from './step-runner.ts';

interface StepsModalProps {
  title: string;
  state: RunnerState;
  onRetry: () => void;
  onClose: () => void;
  /** Whether it can be closed before all steps are done. By default it can after a failure. */
  mayClose?: boolean;
  /** Whether nothing else can be done meanwhile. By default the list stands beside the map. */
  isModal?: boolean;
  /** Another button that ends the work, such as Cancel. */
  leave: ReactNode;
  /** Replaces the reason of a failure. */
  failure?: ReactNode;
  /** Content above the steps. */
  children?: ReactNode;
}

/**
 * Shows the steps of one task with their progress. If one has failed, it says why, and the steps can be
 * continued from there.
 */
export function StepsModal(props: StepsModalProps) {
  const { title, state, onRetry, onClose, isModal = false, leave, failure, children } = props;
  const { mayClose = state.failure !== null } = props;
  const canClose = state.isDone || mayClose;
  const footer = (
    <>
      {leave}
      {state.failure !== null && (
        <Button kind="secondary" onPress={onRetry}>
          Try again
        </Button>
      )}
      <Button isDisabled={!canClose} onPress={onClose}>
        Close
      </Button>
    </>
  );
  const dialog = { title, onClose, isHeldOpen: !canClose, footer };
  const content = (
    <>
      {children}
      <ProgressSteps label={title} steps={state.steps} />
      {state.failure !== null && (failure ?? <Fault>{state.failure.reason}</Fault>)}
    </>
  );
  return isModal ? (
    <Modal {...dialog}>{content}</Modal>
  ) : (
    <SideDialog {...dialog}>{content}</SideDialog>
  );
}

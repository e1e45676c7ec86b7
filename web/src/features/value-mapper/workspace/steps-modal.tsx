import type { ReactNode } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { ProgressSteps } from '../../../ui/data/progress-steps.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import type { RunnerState } from './step-runner.ts';
import styles from './steps-modal.module.css';

interface StepsModalProps {
  title: string;
  state: RunnerState;
  onRetry: () => void;
  onClose: () => void;
  /** Whether it can be closed before all steps are done. By default it can after a failure. */
  mayClose?: boolean;
  /** Another button that ends the work, such as Cancel. */
  leave?: ReactNode;
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
  const { title, state, onRetry, onClose, leave, failure, children } = props;
  const { mayClose = state.failure !== null } = props;
  const canClose = state.isDone || mayClose;
  return (
    <Modal
      title={title}
      isOpen
      onClose={onClose}
      isHeldOpen={!canClose}
      footer={
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
      }
    >
      <div className={styles.content}>
        {children}
        <ProgressSteps label={title} steps={state.steps} />
        {state.failure !== null &&
          (failure ?? (
            <Notice type="error" isAnnounced>
              {state.failure.reason}
            </Notice>
          ))}
      </div>
    </Modal>
  );
}

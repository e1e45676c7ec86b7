import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressSteps } from '../../../ui/progress-steps.tsx';
import type { RunnerState } from './step-runner.ts';
import styles from './steps-modal.module.css';

interface StepsModalProps {
  title: string;
  state: RunnerState;
  onRetry: () => void;
  onClose: () => void;
  /** Another button that leaves the work, such as a cancel. */
  leave?: ReactNode;
  /** In the place of the reason of a failure. */
  failure?: ReactNode;
  /** Above the steps. */
  children?: ReactNode;
}

/**
 * The steps of one task, as they go. It can be closed when they are done, and when one of them has
 * failed: then it says why, and they can go on from there.
 */
export function StepsModal(props: StepsModalProps) {
  const { title, state, onRetry, onClose, leave, failure, children } = props;
  const canClose = state.isDone || state.failure !== null;
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

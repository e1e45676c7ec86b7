import {
  type ValueMapperErrorLabel,
  valueMapperFailure,
} from '@refugia/contract/value-mapper/errors.ts';
import { useEffect } from 'react';
import {
  CallFailedError,
  failureText,
  isAbort,
  isDiskFull,
  RequestRefusedError,
} from '../../../lib/api-errors.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';

/**
 * Shows a toast about a failed call, with the server's own sentence if it refused the call. A full
 * disk is no bug, so that it is told alone.
 */
export function showFailure(label: ValueMapperErrorLabel, error: unknown): void {
  // The whole page says that a link does not work any more.
  if (isAbort(error) || isLinkEnded(error)) return;
  if (isDiskFull(error)) showSpecifiedFailure(label, error);
  else showToast('error', `${valueMapperFailure(label)} ${failureText(error, '')}`.trim());
}

/** Waits for a call. @throws the call's error, after it was shown */
export async function reported<Reply>(
  label: ValueMapperErrorLabel,
  call: Promise<Reply>,
): Promise<Reply> {
  try {
    return await call;
  } catch (error) {
    showFailure(label, error);
    throw error;
  }
}

/** Shows a toast about the failure of a query, as `showFailure` does. */
export function useShownFailure(label: ValueMapperErrorLabel, error: Error | null): void {
  useEffect(() => {
    if (error !== null) showFailure(label, error);
  }, [label, error]);
}

/** Whether a call was refused because the view-only link that is open was revoked. */
export function isLinkEnded(error: unknown): boolean {
  return error instanceof RequestRefusedError && error.code === 'link_not_found';
}

/** Shows a toast without the server's reason, for failures that are explained elsewhere. */
export function showSpecifiedFailure(label: ValueMapperErrorLabel, error: unknown): void {
  showToast('error', failureText(isDiskFull(error) ? error : null, valueMapperFailure(label)));
}

/** The failure of a call that has a label of its own within a step of several calls. */
export class LabelledError extends Error {
  readonly label: ValueMapperErrorLabel;

  constructor(label: ValueMapperErrorLabel, cause: unknown) {
    super(label, { cause });
    this.label = label;
  }
}

/**
 * Gives the failure of a call its label.
 * @throws {LabelledError} whose cause is the call's failure
 */
export async function labelled<Reply>(
  label: ValueMapperErrorLabel,
  call: Promise<Reply>,
): Promise<Reply> {
  try {
    return await call;
  } catch (error) {
    throw new LabelledError(label, error);
  }
}

/** The reason of a failed step, to be shown beside it. */
export function reasonOf(error: unknown): string {
  if (navigator.onLine === false) return 'This device is offline.';
  if (error instanceof CallFailedError) {
    const unreached =
      'The server could not be reached or did not answer as it should. Please try again.';
    return failureText(error, unreached);
  }
  return error instanceof Error ? error.message : String(error);
}

/** What is wrong with what a person gave, with the reply's own reason, to be shown beside it. */
export function refusalOf(error: unknown): string {
  return error instanceof RequestRefusedError ? error.withReason() : reasonOf(error);
}

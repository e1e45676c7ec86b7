import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { withParameters } from './parameters.ts';

/** Modals open by address, so that any feature can open the modal of another and Back closes it. */
const modalNames = [
  'login',
  'signup',
  'email-verification',
  'forgot-username',
  'reset-password',
  'private-map',
] as const;
export type ModalName = (typeof modalNames)[number];

const parameter = 'modal';

/** The modal that these search parameters name, if it is one of ours. */
export function modalOf(parameters: URLSearchParams): ModalName | null {
  const value = parameters.get(parameter);
  return modalNames.find((name) => name === value) ?? null;
}

/** The same parameters with another modal, or none. */
export function withModal(parameters: URLSearchParams, modal: ModalName | null): URLSearchParams {
  return withParameters(parameters, { [parameter]: modal });
}

export function useModalAddress() {
  const [parameters, setParameters] = useSearchParams();
  const modal = modalOf(parameters);

  const openModal = useCallback(
    (next: ModalName) =>
      setParameters((current) => withModal(current, next), {
        // Going from one modal to another replaces the entry in the history, so that Back closes
        // both.
        replace: modal !== null,
        preventScrollReset: true,
      }),
    [setParameters, modal],
  );
  const closeModal = useCallback(
    () =>
      setParameters((current) => withModal(current, null), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParameters],
  );

  return { modal, openModal, closeModal };
}

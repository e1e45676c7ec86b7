import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../lib/api-errors.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';

/** A list of a map that the server keeps. Live messages name the lists that have changed. */
export type MapList =
  | 'access-requests'
  | 'collaborators'
  | 'comments'
  | 'features'
  | 'history'
  | 'invitations'
  | 'layers'
  | 'own-proposals'
  | 'rasters';

/** The beginning of the query keys of a list of a map. */
export function listKey(mapId: number, list: MapList) {
  return ['rrm', mapId, list] as const;
}

interface ActionOptions<Reply, Input> {
  /** What a person reads if the call failed and the server gave no reason. */
  readonly failure: string;
  /** The lists that are out of date afterwards, by the beginnings of their query keys. */
  readonly changes?: readonly QueryKey[];
  readonly onDone?: (reply: Reply, input: Input) => void;
}

/**
 * Changes something on the server. A failure is shown as a toast. The action is pending until the
 * lists that it has changed are read anew.
 */
export function useAction<Reply, Input = void>(
  act: (input: Input) => Promise<Reply>,
  { failure, changes = [], onDone }: ActionOptions<Reply, Input>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (reply, input) => {
      onDone?.(reply, input);
      return Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => showToast('error', failureText(error, failure)),
  });
}

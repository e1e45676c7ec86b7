import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { showFailure, showToast } from './toast.tsx';

export interface Action<Reply, Input> {
  readonly act: (input: Input) => Promise<Reply>;
  /**
   * What a person reads if the call failed and the server gave no reason, or a function that tells
   * of the failure. Leave it out where `act` tells of it.
   */
  readonly failure?: string | ((error: unknown) => void);
  /** What a person reads when it is done. Default nothing. */
  readonly done?: string | ((reply: Reply, input: Input) => string);
  /** The lists that are out of date afterwards, by the beginnings of their query keys. */
  readonly changes?: readonly QueryKey[];
  /** The lists are read anew when what it returns has come. */
  readonly onDone?: (reply: Reply, input: Input) => unknown;
}

/**
 * Changes something on the server, and tells by a toast how that went. The action is pending until
 * the lists that it has changed are read anew.
 */
export function useAction<Reply, Input = void>(action: Action<Reply, Input>) {
  const { act, failure, done, changes = [], onDone } = action;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async (reply, input) => {
      const sentence = typeof done === 'function' ? done(reply, input) : done;
      if (sentence !== undefined) showToast('success', sentence);
      await onDone?.(reply, input);
      return await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      if (typeof failure === 'function') failure(error);
      else if (failure !== undefined) showFailure(error, failure);
    },
  });
}

import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { Decision } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallApi } from '../../../lib/api-client.ts';
import { failureText } from '../../../lib/api-errors.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { decideComment, deleteComment } from '../calls/comments.ts';
import { mapKeys } from '../calls/map-access.ts';

const decided: Record<Decision, string> = {
  accept: 'Accepted.',
  reject: 'Rejected.',
  dismiss: 'Comment dismissed.',
};

/** The actions on a comment. */
export function useCommentActions(call: CallApi, mapId: number, comment: MapComment) {
  const queries = useQueryClient();
  const refresh = () => {
    if (comment.raster !== null)
      void queries.invalidateQueries({ queryKey: mapKeys.rasters(mapId) });
    return queries.invalidateQueries({ queryKey: mapKeys.comments(mapId) });
  };
  const remove = useMutation({
    mutationFn: () => deleteComment(call, comment),
    onSuccess: refresh,
    onError: (error) =>
      showToast('error', failureText(error, 'The comment was not deleted. Please try again.')),
  });
  const decide = useMutation({
    mutationFn: (decision: Decision) => decideComment(call, comment, decision),
    onSuccess: (_, decision) => {
      showToast('success', decided[decision]);
      return refresh();
    },
    onError: (error) =>
      showToast('error', failureText(error, 'The decision was not saved. Please try again.')),
  });
  return { remove, decide };
}

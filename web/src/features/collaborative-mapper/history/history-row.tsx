import type { HistoryEntry } from '@refugia/contract/collaborative-mapper/history.ts';
import type {
  ConflictingChange,
  ConflictReply,
  Resolution,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MapPin, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { failureText, RequestRefusedError } from '../../../lib/api-errors.ts';
import { formatDate } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { ConfirmDialog } from '../../../ui/overlays/modal.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { revertChange } from '../calls/history.ts';
import { isOwner, type MapAccess, mapKeys } from '../calls/map-access.ts';
import styles from './history.module.css';

interface HistoryRowProps extends MapAccess {
  entry: HistoryEntry;
  onShowFeature: (id: string) => void;
}

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** One change, with its author and its time. The owner can revert it. */
export function HistoryRow({ call, map, entry, onShowFeature }: HistoryRowProps) {
  const { summary, author, at, feature_ids, can_revert } = entry;
  const [feature] = feature_ids;
  const revert = useRevert({ call, map }, entry.group);
  return (
    <li className={styles.entry}>
      <p className={styles.summary}>{summary}</p>
      <Text number={3} tone="soft">
        {author.username} ·{' '}
        <time dateTime={at}>
          {formatDate(at)}, {time.format(new Date(at))}
        </time>
      </Text>
      <div className={styles.buttons}>
        {feature !== undefined && (
          <Button
            kind="text"
            size="sm"
            icon={<Icon of={MapPin} size="sm" />}
            onPress={() => onShowFeature(feature)}
          >
            Show
          </Button>
        )}
        {isOwner(map) && can_revert && (
          <Button
            kind="text"
            size="sm"
            icon={<Icon of={Undo2} size="sm" />}
            aria-label={`Revert: ${summary}`}
            isPending={revert.isPending}
            onPress={() => revert.start()}
          >
            Revert
          </Button>
        )}
      </div>
      <ConfirmDialog
        title="Later changes touch the same"
        isOpen={revert.conflicts !== null}
        confirmLabel="Revert all the same"
        tone="danger"
        isPending={revert.isPending}
        onConfirm={revert.insist}
        onCancel={revert.giveUp}
      >
        {countText(revert.conflicts?.length ?? 0)} changed again since, in the same place. To revert
        all the same makes {revert.conflicts?.length === 1 ? 'it' : 'them'} as before this change,
        and later changes of the same {revert.conflicts?.length === 1 ? 'feature' : 'features'} go.
        They stay in the history.
      </ConfirmDialog>
    </li>
  );
}

function countText(count: number): string {
  return count === 1 ? 'One feature was' : `${count.toLocaleString('en-US')} features were`;
}

/** Reverts a change. If later changes touch the same features, the owner decides. */
function useRevert({ call, map }: MapAccess, group: string) {
  const queries = useQueryClient();
  const [conflicts, setConflicts] = useState<readonly ConflictingChange[] | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (resolutions: Resolution[] | undefined) =>
      revertChange(call, { mapId: map.id, group, ...(resolutions && { resolutions }) }),
    onSuccess: () => {
      setConflicts(null);
      showToast('success', 'The change was taken back.');
      return queries.invalidateQueries({ queryKey: mapKeys.history(map.id) });
    },
    onError: (error) => {
      const found = conflictsOf(error);
      setConflicts(found);
      if (found === null)
        showToast('error', failureText(error, 'The change was not taken back. Please try again.'));
    },
  });
  return {
    conflicts,
    isPending,
    start: () => mutate(undefined),
    giveUp: () => setConflicts(null),
    insist: () =>
      mutate(
        conflicts?.map(({ feature_id, revision, states }) => ({
          feature_id,
          revision,
          feature: states.incoming as Resolution['feature'],
        })),
      ),
  };
}

/** The conflicts that a refusal contains, or null for another failure. */
function conflictsOf(error: unknown): readonly ConflictingChange[] | null {
  if (!(error instanceof RequestRefusedError) || error.code !== 'conflict') return null;
  return (error.body as ConflictReply).conflicts ?? null;
}

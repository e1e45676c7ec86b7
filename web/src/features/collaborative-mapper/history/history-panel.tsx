import type { ConflictingChange } from '@refugia/contract/collaborative-mapper/conflicts.ts';
import type { HistoryEntry } from '@refugia/contract/collaborative-mapper/history.ts';
import type { Resolution } from '@refugia/contract/collaborative-mapper/operations.ts';
import { formatDate } from '@refugia/contract/date-text.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { History, MapPin, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { firstEnabled, useLanding } from '../../../lib/use-landing.ts';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { ConfirmDialog } from '../../../ui/overlays/modal.tsx';
import { RetryNotice } from '../../../ui/overlays/notice.tsx';
import { showFailure, showToast } from '../../../ui/overlays/toast.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import { byWords } from '../calls/by-words.ts';
import { listKey } from '../calls/map-lists.ts';
import { conflictsOf } from '../state/proposals.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { useShowFeature } from '../workspace/use-show-feature.ts';
import styles from './history.module.css';

const path = '/api/rrm/history';

/** The list of changes, with their authors and times. The owner can revert a single change. */
export function HistoryPanel() {
  const { call, map } = useOpenMap();
  const { historyPerPage } = limits.collaborativeMapper;
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      queryKey: listKey(map.id, 'history'),
      queryFn: ({ pageParam, signal }) =>
        call<HistoryEntry[]>(path, { query: { id: map.id, before: pageParam }, signal }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (page: HistoryEntry[]) =>
        page.length < historyPerPage ? undefined : page.at(-1)?.first_seq,
    });
  const entries = data?.pages.flat() ?? [];
  const list = useRef<HTMLOListElement>(null);
  useLanding(list, firstEnabled);
  return (
    <>
      {isError && (
        <RetryNotice onRetry={() => void refetch()}>The history could not be loaded.</RetryNotice>
      )}
      {isPending && <Spinner label="Loading the history" showLabel />}
      {data !== undefined && entries.length === 0 && (
        <EmptyState icon={History} headingLevel={3} title="Nothing has happened yet">
          Every change of this map is listed here, with who made it.
        </EmptyState>
      )}
      <ol ref={list} aria-label="History">
        {entries.map((entry) => (
          <HistoryRow key={entry.group} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <PanelButton isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          Show earlier changes
        </PanelButton>
      )}
    </>
  );
}

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

function HistoryRow({ entry }: { entry: HistoryEntry }) {
  const { isOwner } = useOpenMap();
  const showFeature = useShowFeature();
  const { summary, at, feature_ids, can_revert } = entry;
  const [feature] = feature_ids;
  const revert = useRevert(entry.group);
  return (
    <li className={styles.entry}>
      <p className={styles.summary}>{summary}</p>
      <SideNote>
        {byWords(entry)} ·{' '}
        <time dateTime={at}>
          {formatDate(at)}, {time.format(new Date(at))}
        </time>
      </SideNote>
      <div className={styles.buttons}>
        {feature !== undefined && (
          <TextButton icon={MapPin} onPress={() => void showFeature(feature)}>
            Show
          </TextButton>
        )}
        {isOwner && can_revert && (
          <TextButton
            icon={Undo2}
            aria-label={`Revert: ${summary}`}
            isPending={revert.isPending}
            onPress={() => revert.start()}
          >
            Revert
          </TextButton>
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
        {countText(revert.conflicts?.length ?? 0)} changed again since, in the same places. To
        revert all the same makes these places as before this change, and keeps what was changed
        elsewhere. What goes stays in the history.
      </ConfirmDialog>
    </li>
  );
}

function countText(count: number): string {
  return count === 1 ? 'One feature was' : `${count.toLocaleString('en-US')} features were`;
}

/** Reverts a change. If later changes touch the same features, the owner decides. */
function useRevert(group: string) {
  const { call, map } = useOpenMap();
  const queries = useQueryClient();
  const [conflicts, setConflicts] = useState<readonly ConflictingChange[] | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (resolutions: Resolution[] | undefined) =>
      call(path, { method: 'POST', body: { id: map.id, group, resolutions } }),
    onSuccess: () => {
      setConflicts(null);
      showToast('success', 'The change was taken back.');
      return queries.invalidateQueries({ queryKey: listKey(map.id, 'history') });
    },
    onError: (error) => {
      const found = conflictsOf(error);
      setConflicts(found.length > 0 ? found : null);
      if (found.length === 0)
        showFailure(error, 'The change was not taken back. Please try again.');
    },
  });
  return {
    conflicts,
    isPending,
    start: () => mutate(undefined),
    giveUp: () => setConflicts(null),
    insist: () =>
      mutate(
        conflicts?.map(({ feature_id, revision, disputed }) => ({
          feature_id,
          revision,
          choices: disputed.map(() => 'incoming' as const),
        })),
      ),
  };
}

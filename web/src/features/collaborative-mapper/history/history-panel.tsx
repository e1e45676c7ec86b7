import type { HistoryEntry } from '@refugia/contract/collaborative-mapper/history.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useRef } from 'react';
import { firstEnabled, useLanding } from '../../../lib/use-landing.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { fetchHistory } from '../calls/history.ts';
import { type MapAccess, mapKeys } from '../calls/map-access.ts';
import styles from './history.module.css';
import { HistoryRow } from './history-row.tsx';

interface HistoryPanelProps extends MapAccess {
  /** Shows a feature on the map. */
  onShowFeature: (id: string) => void;
}

/** The list of changes, with their authors and times. The owner can revert a single change. */
export function HistoryPanel({ call, map, onShowFeature }: HistoryPanelProps) {
  const { historyPerPage } = limits.collaborativeMapper;
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      queryKey: mapKeys.history(map.id),
      queryFn: ({ pageParam, signal }) => fetchHistory(call, map.id, pageParam, signal),
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
        <Notice type="error">
          The history could not be loaded.{' '}
          <Button kind="text" size="inherit" onPress={() => void refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {isPending && <Spinner label="Loading the history" showLabel />}
      {data !== undefined && entries.length === 0 && (
        <EmptyState icon={History} headingLevel={3} title="Nothing has happened yet">
          Every change of this map is listed here, with who made it.
        </EmptyState>
      )}
      <ol ref={list} className={styles.entries} aria-label="History">
        {entries.map((entry) => (
          <HistoryRow
            key={entry.group}
            call={call}
            map={map}
            entry={entry}
            onShowFeature={onShowFeature}
          />
        ))}
      </ol>
      {hasNextPage && (
        <Button
          kind="secondary"
          size="sm"
          isPending={isFetchingNextPage}
          onPress={() => void fetchNextPage()}
        >
          Show earlier changes
        </Button>
      )}
    </>
  );
}

import type { HistoryEntry } from '@refugia/contract/collaborative-mapper/history.ts';
import { formatDate } from '@refugia/contract/date-text.ts';
import { useQuery } from '@tanstack/react-query';
import { SideNote } from '../../../ui/style/typography.tsx';
import { byWords } from '../calls/by-words.ts';
import { listKey } from '../calls/map-lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';

/** Who changed a feature last. Nothing is shown for one that nobody changed since its import. */
export function LastChange({ featureId }: { featureId: string }) {
  const { call, map } = useOpenMap();
  const { data } = useQuery({
    queryKey: [...listKey(map.id, 'history'), featureId],
    queryFn: ({ signal }) =>
      call<HistoryEntry[]>('/api/rrm/history', {
        query: { id: map.id, feature: featureId, limit: 1 },
        signal,
      }),
    enabled: !map.is_view_only,
  });
  const last = data?.[0];
  if (last === undefined) return null;
  return (
    <SideNote>
      Last change {byWords(last)} · <time dateTime={last.at}>{formatDate(last.at)}</time>
    </SideNote>
  );
}

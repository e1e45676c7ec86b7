import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PanelSection } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { fetchComments } from '../calls/comments.ts';
import { type MapAccess, mapKeys } from '../calls/map-access.ts';
import { type CommentFilter, commentFilters, filterComments } from './comment-filter.ts';
import { CommentList } from './comment-list.tsx';
import { WriteComment } from './write-comment.tsx';

interface CommentsPanelProps extends MapAccess {
  /** Shows on the map what a comment is about. */
  onShowSubject: (comment: MapComment) => void;
}

const { noComments, startConversation } = messages.collaborativeMapper;

/** What people say about a map and what is on it. */
export function CommentsPanel({ call, map, onShowSubject }: CommentsPanelProps) {
  const { status } = useSession();
  const [filter, setFilter] = useState<CommentFilter>('all');
  const { data, isError, refetch } = useQuery({
    queryKey: mapKeys.comments(map.id),
    queryFn: ({ signal }) => fetchComments(call, map.id, signal),
  });
  const shown = useMemo(() => filterComments(data ?? [], filter), [data, filter]);
  return (
    <>
      <PanelSection>
        <WriteComment call={call} map={map} subject={{ kind: 'map' }} />
      </PanelSection>
      <PanelSection>
        {isError && (
          <Notice type="error">
            The comments could not be loaded.{' '}
            <Button kind="text" size="inherit" onPress={() => void refetch()}>
              Try again
            </Button>
          </Notice>
        )}
        {data === undefined && !isError && <Spinner label="Loading the comments" showLabel />}
        {data?.length === 0 && (
          <EmptyState icon={MessagesSquare} headingLevel={3} title={noComments}>
            {status === 'visitor' ? null : startConversation}
          </EmptyState>
        )}
        {data !== undefined && data.length > 0 && (
          <>
            {data.some(({ feature, raster }) => feature !== null || raster !== null) && (
              <Select label="Show" options={commentFilters} value={filter} onChange={setFilter} />
            )}
            <CommentList
              call={call}
              map={map}
              comments={shown}
              onShowSubject={onShowSubject}
              showsSubjects
            />
          </>
        )}
      </PanelSection>
    </>
  );
}

import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { MapPin, MessagesSquare } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { fetchComments } from '../calls/comments.ts';
import { type MapAccess, mapKeys } from '../calls/map-access.ts';
import { type CommentFilter, commentFilters, filterComments } from './comment-filter.ts';
import { CommentList } from './comment-list.tsx';
import styles from './comments.module.css';
import { WriteComment } from './write-comment.tsx';

interface CommentsPanelProps extends MapAccess {
  /** Shows on the map what a comment is about. */
  onShowSubject: (comment: MapComment) => void;
  /** Lets the person pick a place on the map; null when they give up. */
  onPickPlace: () => Promise<readonly [longitude: number, latitude: number] | null>;
}

const { noComments, startConversation } = messages.collaborativeMapper;

/** What people say about a map and what is on it. */
export function CommentsPanel({ call, map, onShowSubject, onPickPlace }: CommentsPanelProps) {
  const { status } = useSession();
  const [filter, setFilter] = useState<CommentFilter>('all');
  const [place, setPlace] = useState<readonly [longitude: number, latitude: number] | null>(null);
  const { data, isError, refetch } = useQuery({
    queryKey: mapKeys.comments(map.id),
    queryFn: ({ signal }) => fetchComments(call, map.id, signal),
  });
  const write = useRef<HTMLDivElement>(null);
  const pick = async () => {
    setPlace(await onPickPlace());
    write.current?.querySelector('textarea')?.focus();
  };
  const shown = useMemo(() => filterComments(data ?? [], filter), [data, filter]);
  return (
    <>
      <PanelSection>
        <div ref={write}>
          <WriteComment
            call={call}
            map={map}
            subject={place === null ? { kind: 'map' } : { kind: 'map', place }}
            onSent={() => setPlace(null)}
          />
        </div>
        {status === 'authenticated' && (
          <div className={styles.buttons}>
            {place !== null && (
              <>
                <Text number={2} as="span">
                  About the place that you picked.
                </Text>
                <Button kind="text" size="sm" onPress={() => setPlace(null)}>
                  About the whole map instead
                </Button>
              </>
            )}
            {place === null && (
              <Button
                kind="text"
                size="sm"
                icon={<Icon of={MapPin} size="sm" />}
                onPress={() => void pick()}
              >
                Pick a place for it
              </Button>
            )}
          </div>
        )}
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

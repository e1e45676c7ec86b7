import { messages } from '@refugia/contract/messages.ts';
import { MapPin, MessagesSquare } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import type { LngLat } from '../../../map/places.ts';
import { TextButton } from '../../../ui/actions/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { RetryNotice } from '../../../ui/overlays/notice.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { useComments } from '../workspace/lists.ts';
import { useMapTools, useOpenMap } from '../workspace/open-map.ts';
import { CommentList } from './comment-list.tsx';
import styles from './comments.module.css';
import { type CommentFilter, commentFilters, filterThreads, threadsOf } from './comments.ts';
import { WriteComment } from './write-comment.tsx';

const { noComments, startConversation } = messages.collaborativeMapper;

export function CommentsSection() {
  const { status } = useSession();
  const { map } = useOpenMap();
  const [filter, setFilter] = useState<CommentFilter>('all');
  const { data, isError, refetch } = useComments();
  const shown = useMemo(() => filterThreads(threadsOf(data ?? []), filter), [data, filter]);
  return (
    <>
      {!map.is_view_only && <NewComment />}
      <PanelSection>
        {isError && (
          <RetryNotice onRetry={() => void refetch()}>
            The comments could not be loaded.
          </RetryNotice>
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
            <CommentList threads={shown} namesSubjects />
          </>
        )}
      </PanelSection>
    </>
  );
}

function NewComment() {
  const { status } = useSession();
  const { pickPlace } = useMapTools();
  const [place, setPlace] = useState<LngLat | null>(null);
  const write = useRef<HTMLDivElement>(null);
  const pick = async () => {
    setPlace(await pickPlace());
    write.current?.querySelector('textarea')?.focus();
  };
  return (
    <PanelSection>
      <div ref={write}>
        <WriteComment
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
              <TextButton onPress={() => setPlace(null)}>About the whole map instead</TextButton>
            </>
          )}
          {place === null && (
            <TextButton icon={MapPin} onPress={() => void pick()}>
              Pick a place for it
            </TextButton>
          )}
        </div>
      )}
    </PanelSection>
  );
}

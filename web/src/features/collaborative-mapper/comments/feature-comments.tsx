import { useQuery } from '@tanstack/react-query';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { fetchComments } from '../calls/comments.ts';
import { mapKeys } from '../calls/map-access.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { CommentList } from './comment-list.tsx';
import { isAbout } from './is-about.ts';
import { WriteComment } from './write-comment.tsx';

/** The comments on one feature, with a field for a new one. */
export function FeatureComments({ featureId }: { featureId: string }) {
  const { client, state } = useOpenMap();
  const { call } = client;
  const { map } = state;
  const subject = { kind: 'feature', id: featureId } as const;
  const { data = [] } = useQuery({
    queryKey: mapKeys.comments(map.id),
    queryFn: ({ signal }) => fetchComments(call, map.id, signal),
  });
  const comments = data.filter((comment) => isAbout(comment, subject));
  return (
    <PanelSection title={comments.length === 0 ? 'Comments' : `Comments (${comments.length})`}>
      {comments.length === 0 ? (
        <Text number={2} tone="soft">
          Nobody has said anything about this feature yet.
        </Text>
      ) : (
        <CommentList call={call} map={map} comments={comments} />
      )}
      <WriteComment call={call} map={map} subject={subject} />
    </PanelSection>
  );
}

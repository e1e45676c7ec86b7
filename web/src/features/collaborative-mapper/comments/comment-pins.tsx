import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import { Marker } from '@vis.gl/react-maplibre';
import { MessageSquare } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import { Tooltip } from '../../../ui/actions/tooltip.tsx';
import { useComments } from '../workspace/lists.ts';
import { useMapTools, useOpenMap } from '../workspace/open-map.ts';
import styles from './comments.module.css';
import { positionOf } from './comments.ts';

/** The largest number of pins on the map. More would hide the map and slow it down. */
const mostPins = 200;

/** Marks the comments on places and, for the owner, the number of comments of each feature. */
export function CommentPins() {
  const { isOwner } = useOpenMap();
  const { flyTo } = useMapTools();
  const { data = [] } = useComments();
  const places = data.flatMap(({ place, ...comment }) =>
    place === null || comment.resolved ? [] : [{ ...comment, place }],
  );
  return (
    <>
      {places.slice(-mostPins).map(({ id, place, account, comment }) => (
        <Marker key={id} longitude={place[0]} latitude={place[1]} anchor="bottom">
          <Tooltip text={`${account.username}: ${comment}`}>
            <Button
              className={styles.pin}
              aria-label={`Comment of ${account.username} on this place`}
              onPress={() => flyTo(place)}
            >
              <MessageSquare aria-hidden="true" className={styles.sign} />
            </Button>
          </Tooltip>
        </Marker>
      ))}
      {isOwner && <FeaturePins comments={data} />}
    </>
  );
}

function FeaturePins({ comments }: { comments: readonly MapComment[] }) {
  const { state } = useOpenMap();
  const { select } = useMapTools();
  const byFeature = useMemo(() => {
    const open = comments.filter(({ feature, resolved }) => feature !== null && !resolved);
    return Map.groupBy(open, ({ feature }) => feature ?? '');
  }, [comments]);
  return [...byFeature].slice(0, mostPins).map(([featureId, found]) => {
    const count = found.length;
    const [{ feature_place: place }] = found;
    const feature = state.features.get(featureId);
    // The browser holds few features of a map that comes as tiles. The server says where others
    // are.
    const position = feature ? positionOf(feature.state.geometry) : state.tileNews && place;
    if (position === null) return null;
    return (
      <Marker key={featureId} longitude={position[0]} latitude={position[1]} anchor="bottom">
        <Button
          className={styles.pin}
          aria-label={
            count === 1 ? '1 comment on this feature' : `${count} comments on this feature`
          }
          onPress={() => select(featureId)}
        >
          {count}
        </Button>
      </Marker>
    );
  });
}

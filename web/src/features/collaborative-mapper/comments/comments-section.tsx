import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import { useMapTools } from '../workspace/map-tools.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { useShowFeature } from '../workspace/use-show-feature.ts';
import { CommentsPanel } from './comments-panel.tsx';

/** The comments on the open map, which shows what each of them is about. */
export function CommentsSection() {
  const { client, state } = useOpenMap();
  const { flyTo, pickPlace } = useMapTools();
  const showFeature = useShowFeature();
  const showSubject = ({ feature, place }: MapComment) => {
    if (feature !== null) void showFeature(feature);
    else if (place !== null) flyTo(place);
  };
  return (
    <CommentsPanel
      call={client.call}
      map={state.map}
      onShowSubject={showSubject}
      onPickPlace={pickPlace}
    />
  );
}

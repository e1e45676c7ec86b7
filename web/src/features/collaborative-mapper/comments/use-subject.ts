import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import { useSearchParams } from 'react-router';
import { boxOfRaster } from '../state/raster-box.ts';
import { useRasters } from '../workspace/lists.ts';
import { useMapTools, useOpenMap } from '../workspace/open-map.ts';
import { useShowFeature } from '../workspace/use-show-feature.ts';

interface Subject {
  readonly text: string;
  /** Null while the map does not show it: a picture without a place, or a decided proposal. */
  readonly show: (() => void) | null;
}

/** What a comment is about, such as `On “Fen”`, or null if it is about the map as a whole. */
export function useSubject(comment: MapComment): Subject | null {
  const { proposals } = useOpenMap().state;
  const { flyTo, fitBounds } = useMapTools();
  const showFeature = useShowFeature();
  const { data: rasters = [] } = useRasters();
  const [, setParameters] = useSearchParams();
  const { feature, feature_name: name, raster, proposal, place } = comment;
  if (feature !== null) {
    return {
      text: name === null ? 'On a feature' : `On ${name}`,
      show: () => void showFeature(feature),
    };
  }
  if (raster !== null) {
    const picture = rasters.find(({ id }) => id === raster);
    const box = picture ? boxOfRaster(picture) : null;
    return {
      text: picture ? `On ${picture.map_layer}` : 'On a raster',
      show: box && (() => fitBounds(box)),
    };
  }
  if (proposal !== null) {
    const open = proposals.find(({ id }) => id === proposal);
    // The screen shows the proposal that the address names.
    const show = () =>
      setParameters((now) => new URLSearchParams([...now, ['proposal', proposal]]));
    return {
      text: open ? `On the proposal of ${open.editor}` : 'On a proposal',
      show: open ? show : null,
    };
  }
  return place && { text: 'On a place', show: () => flyTo(place) };
}

import { limits } from '@refugia/contract/limits.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useRef } from 'react';
import type { MapClient } from '../map-client/map-client.ts';
import { canPropose, type MapState } from '../state/map-state.ts';

const { thumbnailDelayMilliseconds, thumbnailPixels } = limits.collaborativeMapper;

/**
 * Takes a picture of the map once, some seconds after it has loaded, for owner and editors: it stands
 * for the map in lists.
 */
export function useThumbnail(
  client: MapClient,
  state: MapState,
): ((map: MapLibreMap) => void) | undefined {
  const isTaken = useRef(false);
  const mayTake = canPropose(state);
  const take = useCallback(
    (map: MapLibreMap) => {
      if (isTaken.current) return;
      isTaken.current = true;
      setTimeout(() => void sendPicture(client, map), thumbnailDelayMilliseconds);
    },
    [client],
  );
  return mayTake ? take : undefined;
}

async function sendPicture(client: MapClient, map: MapLibreMap): Promise<void> {
  try {
    const picture = await pictureOf(map);
    if (picture) await client.sendThumbnail(picture);
  } catch {
    // A map without a picture is shown in lists all the same.
  }
}

/** What the map shows, in the shape of a thumbnail, cut from its middle. */
function pictureOf(map: MapLibreMap): Promise<Blob | null> {
  return new Promise((resolve) => {
    // The picture can be read only in the moment in which it is drawn.
    map.once('render', () => {
      const source = map.getCanvas();
      const target = document.createElement('canvas');
      target.width = thumbnailPixels.width;
      target.height = thumbnailPixels.height;
      const scale = Math.min(source.width / target.width, source.height / target.height);
      const [width, height] = [target.width * scale, target.height * scale];
      const context = target.getContext('2d');
      context?.drawImage(
        source,
        (source.width - width) / 2,
        (source.height - height) / 2,
        width,
        height,
        0,
        0,
        target.width,
        target.height,
      );
      target.toBlob(resolve, 'image/png');
    });
    map.triggerRepaint();
  });
}

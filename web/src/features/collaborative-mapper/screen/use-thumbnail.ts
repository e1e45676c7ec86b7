import { limits } from '@refugia/contract/limits.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useMemo } from 'react';
import type { MapClient } from '../map-client/map-client.ts';
import { canPropose, type MapState } from '../state/map-state.ts';
import { onceAfterLoad } from './once-after-load.ts';

const { thumbnailPixels } = limits.collaborativeMapper;

/**
 * Takes a picture of the map once, a few seconds after it has loaded, for its owner and editors.
 * Lists show this picture.
 */
export function useThumbnail(
  client: MapClient,
  state: MapState,
): ((map: MapLibreMap) => void) | undefined {
  const mayTake = canPropose(state);
  const taking = useMemo(
    () => onceAfterLoad((map: MapLibreMap) => void sendPicture(client, map)),
    [client],
  );
  // A map that is left within this time is gone when its picture would be taken.
  useEffect(() => taking.giveUp, [taking]);
  return mayTake ? taking.loaded : undefined;
}

async function sendPicture(client: MapClient, map: MapLibreMap): Promise<void> {
  try {
    const picture = await pictureOf(map);
    if (picture) await client.sendThumbnail(picture);
  } catch {
    // Lists also show maps without a picture.
  }
}

/** The middle of what the map shows, cut to the shape of a thumbnail. */
function pictureOf(map: MapLibreMap): Promise<Blob | null> {
  return new Promise((resolve) => {
    // The canvas can be read only while the map is drawing it.
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

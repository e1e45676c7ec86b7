import { limits } from '@refugia/contract/limits.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { MapClient } from '../map-client/map-client.ts';
import { canPropose, isOwner, type MapState } from '../state/map-state.ts';
import { onceAfterLoad } from './once-after-load.ts';

const { thumbnailPixels } = limits.collaborativeMapper;

/** The owner's changes of a public map are in its picture after this time without another one. */
const retakenAfterMilliseconds = 10_000;

/** A map that has drawn all operations up to a number. */
interface Drawn {
  readonly map: MapLibreMap;
  readonly seq: number;
}

/**
 * Takes a picture of the map once, a few seconds after it has loaded, for its owner and editors.
 * Lists show this picture. Readers of a public map get no picture of what is gone, so that the
 * owner's browser takes another one after changes.
 */
export function useThumbnail(
  client: MapClient,
  state: MapState,
): ((map: MapLibreMap) => void) | undefined {
  const { seq, map } = state;
  const mayTake = canPropose(state) && !(map.is_published && showsWorkOfTeam(state));
  const mayTakeNow = useRef(mayTake);
  useEffect(() => {
    mayTakeNow.current = mayTake;
  });
  const drawn = useRef<Drawn | null>(null);
  /** The last operation that the last picture shows. */
  const taken = useRef(-1);
  const isDue = useRef(false);
  const take = useCallback(async () => {
    if (!drawn.current || !mayTakeNow.current) return;
    taken.current = drawn.current.seq;
    await sendPicture(client, drawn.current);
  }, [client]);
  const taking = useMemo(() => onceAfterLoad(() => void take()), [take]);
  // A map that is left within this time is gone when its picture would be taken.
  useEffect(() => taking.giveUp, [taking]);
  const isRetaken = mayTake && isOwner(state) && map.is_published;
  useEffect(() => {
    if (!isRetaken || !drawn.current || taken.current >= seq) return;
    const timer = setTimeout(() => {
      // What is drawn is known when the map is idle again.
      isDue.current = true;
      drawn.current?.map.triggerRepaint();
    }, retakenAfterMilliseconds);
    return () => clearTimeout(timer);
  }, [isRetaken, seq]);
  const onIdle = useCallback(
    (idle: MapLibreMap) => {
      drawn.current = { map: idle, seq };
      if (isDue.current) void take();
      else taking.loaded(idle);
      isDue.current = false;
    },
    [seq, take, taking],
  );
  return mayTake ? onIdle : undefined;
}

/** Whether the map draws what is for its team alone: proposals, and edits that nobody else has. */
function showsWorkOfTeam({ proposals, draft, pending, held }: MapState): boolean {
  return [proposals, draft.changes, pending, held].some((each) => each.length > 0);
}

async function sendPicture(client: MapClient, { map, seq }: Drawn): Promise<void> {
  try {
    const picture = await pictureOf(map);
    if (picture) await client.sendThumbnail(picture, seq);
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

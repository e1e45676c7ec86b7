import { limits } from '@refugia/contract/limits.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useEngine, useMapEvents } from '../../../map/map-events.ts';
import { pictureOf } from '../../../map/overlays/picture-of.ts';
import type { MapClient } from '../map-client/map-client.ts';
import type { MapState } from '../state/map-state.ts';
import { useOpenMap } from '../workspace/open-map.ts';

const { thumbnailPixels } = limits.collaborativeMapper;

/** The owner's changes of a public map are in its picture after this time without another one. */
const retakenAfterMilliseconds = 10_000;

interface Drawn {
  readonly map: MapLibreMap;
  readonly seq: number;
}

/**
 * Takes a picture for lists once, after the map has loaded. After changes of a public map the
 * owner's browser takes another one, because its readers must not see what is gone.
 */
export function Thumbnail(): null {
  const { client, state, map, isOwner, canPropose } = useOpenMap();
  const { seq } = state;
  const mayTake = canPropose && !(map.is_published && showsWorkOfTeam(state));
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
  const isRetaken = mayTake && isOwner && map.is_published;
  useEffect(() => {
    if (!isRetaken || !drawn.current || taken.current >= seq) return;
    const timer = setTimeout(() => {
      // What is drawn is known when the map is idle again.
      isDue.current = true;
      drawn.current?.map.triggerRepaint();
    }, retakenAfterMilliseconds);
    return () => clearTimeout(timer);
  }, [isRetaken, seq]);
  useMapEvents(useEngine(), {
    idle: ({ target }) => {
      if (!mayTake) return;
      drawn.current = { map: target, seq };
      if (isDue.current) void take();
      else taking.loaded(target);
      isDue.current = false;
    },
  });
  return null;
}

/** Whether the map draws what is for its team alone: proposals, and edits that nobody else has. */
function showsWorkOfTeam({ proposals, draft, pending, held }: MapState): boolean {
  return [proposals, draft.changes, pending, held].some((each) => each.length > 0);
}

async function sendPicture(client: MapClient, { map, seq }: Drawn): Promise<void> {
  try {
    await client.sendThumbnail(await pictureOf(map, { size: thumbnailPixels }), seq);
  } catch {
    // Lists also show maps without a picture.
  }
}

/** Acts once, 2.5 s after the map has loaded (the specification, part 2 §9). */
export function onceAfterLoad<Map>(act: (map: Map) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Is called whenever the map has loaded. Only the first call counts. */
    loaded(map: Map): void {
      timer ??= setTimeout(() => act(map), limits.collaborativeMapper.thumbnailDelayMilliseconds);
    },
    /** Does not act any more if it has not done so yet. It can be started again. */
    giveUp(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

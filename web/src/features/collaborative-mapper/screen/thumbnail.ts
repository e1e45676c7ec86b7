import { limits } from '@refugia/contract/limits.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useEngine, useMapEvents } from '../../../map/map-events.ts';
import { pictureOf } from '../../../map/overlays/picture-of.ts';
import type { MapState } from '../state/map-state.ts';
import { useOpenMap } from '../workspace/open-map.ts';

const { thumbnailPixels } = limits.collaborativeMapper;

/** The owner's changes of a public map are in its picture after this time without another one. */
const retakenAfterMilliseconds = 10_000;

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
  /** The engine has drawn all operations up to this number. */
  const drawn = useRef<{ engine: MapLibreMap; seq: number } | null>(null);
  /** The last operation that the last picture shows. */
  const taken = useRef(-1);
  const isDue = useRef(false);
  const take = useCallback(async () => {
    if (!drawn.current || !mayTakeNow.current) return;
    const { engine, seq } = drawn.current;
    taken.current = seq;
    try {
      await client.sendThumbnail(await pictureOf(engine, { size: thumbnailPixels }), seq);
    } catch {
      // Lists also show maps without a picture.
    }
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
      drawn.current?.engine.triggerRepaint();
    }, retakenAfterMilliseconds);
    return () => clearTimeout(timer);
  }, [isRetaken, seq]);
  useMapEvents(useEngine(), {
    idle: ({ target }) => {
      if (!mayTake) return;
      drawn.current = { engine: target, seq };
      if (isDue.current) void take();
      else taking.loaded();
      isDue.current = false;
    },
  });
  return null;
}

/** Whether the map draws what is for its team alone: proposals, and edits that nobody else has. */
function showsWorkOfTeam({ proposals, draft, pending, held }: MapState): boolean {
  return [proposals, draft.changes, pending, held].some((each) => each.length > 0);
}

/** Acts once, 2.5 s after the map has loaded (the specification, part 2 §9). */
export function onceAfterLoad(act: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Is called whenever the map has loaded. Only the first call counts. */
    loaded(): void {
      timer ??= setTimeout(act, limits.collaborativeMapper.thumbnailDelayMilliseconds);
    },
    /** Does not act any more if it has not done so yet. It can be started again. */
    giveUp(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

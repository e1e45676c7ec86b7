import { limits } from '@refugia/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useStore } from '../../../lib/store.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { withKeptArea } from '../address/area-memory.ts';
import { readAddress } from '../address/patrol-address.ts';
import { usePatrolAddress } from '../address/patrol-history.ts';
import { type PatrolView, readView } from '../address/patrol-view.ts';
import { moveToArea } from '../state/camera.ts';
import { interestOf, type PatrolPhase, type PatrolState } from '../state/patrol-state.ts';
import { patrolApi } from './patrol-api.ts';
import { PatrolController, type ShownEffect } from './patrol-controller.ts';
import { runQuery } from './result-api.ts';
import { speciesApi } from './species.ts';
import type { CameraMove } from './use-patrol-camera.ts';

const { habitatPatrol: constants } = limits;

export type PatrolScreen = ReturnType<typeof usePatrol>;

/** The screen's state and view, which are read from the address and written back into it. */
export function usePatrol(moveMap: (move: CameraMove) => void) {
  const [parameters] = useSearchParams();
  /** The view of the address when it was last read. */
  const [arrival, setArrival] = useState(() => readView(parameters));
  const [view, setView] = useState(arrival);
  /** The view of an address whose run or area is being fetched, or null once that has loaded. */
  const arriving = useRef<PatrolView | null>(arrival);
  /** Moves the map for a reason that the address contains. */
  const onCamera = useCallback(
    (move: CameraMove) => {
      moveMap(move);
      const position = move.kind === 'go-to' ? move.position : null;
      setView((current) => ({ ...current, position }));
    },
    [moveMap],
  );
  const { show, close: closeAlert } = useOneAlert();
  const controller = usePatrolController(parameters);
  const state = useStore(controller);

  const onEffect = useEffectEvent((effect: ShownEffect, from: PatrolPhase) => {
    if (effect.kind === 'alert') {
      show(effect);
      return;
    }
    if (effect.kind === 'withdraw-alert') {
      closeAlert();
      return;
    }
    const isPlaced = arriving.current !== null && arriving.current.position !== null;
    if (!(isPlaced && isUnderWay(from))) onCamera(effect);
  });
  useEffect(() => {
    const stop = controller.listen((effect, from) => onEffect(effect, from));
    controller.open();
    return () => {
      controller.close();
      stop();
      // The last alert is about this screen, so it closes with it.
      closeAlert();
    };
  }, [controller, closeAlert]);

  useEffect(() => {
    if (!isUnderWay(state.phase)) arriving.current = null;
  }, [state.phase]);

  useEffect(() => {
    const opened = controller.getState();
    if (arrival.position !== null) onCamera({ kind: 'go-to', position: arrival.position });
    else if (opened.phase === 'ready') onCamera(moveToArea(opened.area));
    else if (!('area' in opened)) onCamera({ kind: 'show-all' });
  }, [arrival, controller, onCamera]);

  const isFirstAttempt = state.phase === 'running' && state.attempt === 1;
  useEffect(() => {
    if (isFirstAttempt) closeAlert();
  }, [isFirstAttempt, closeAlert]);

  // An error about an area is outdated once there is a valid one.
  const area = interestOf(state)?.area;
  useEffect(() => {
    if (area !== undefined) closeAlert();
  }, [area, closeAlert]);

  const reopen = useCallback(
    (opened: PatrolState, brought: PatrolView) => {
      closeAlert();
      arriving.current = brought;
      setArrival(brought);
      setView(brought);
      controller.reopen(opened);
    },
    [controller, closeAlert],
  );
  usePatrolAddress({ state, view, onArrival: reopen });

  return { state, controller, view, setView, arrival, onCamera };
}

function usePatrolController(parameters: URLSearchParams): PatrolController {
  const queries = useQueryClient();
  const [controller] = useState(
    () =>
      new PatrolController(withKeptArea(readAddress(parameters), parameters), {
        api: {
          ...patrolApi,
          ...speciesApi,
          async read(id, signal) {
            const run = await patrolApi.read(id, signal);
            queries.setQueryData(runQuery(id).queryKey, run);
            return run;
          },
        },
        sleep,
      }),
  );
  return controller;
}

/** Shows one alert at a time: alerts stay for minutes, so the next one replaces an outdated one. */
function useOneAlert() {
  const closeLast = useRef(() => {});
  const close = useCallback(() => closeLast.current(), []);
  const show = ({ alert, message }: Extract<ShownEffect, { kind: 'alert' }>) => {
    close();
    closeLast.current = showToast(alert, message, { milliseconds: constants.alertMilliseconds });
  };
  return { show, close };
}

function isUnderWay(phase: PatrolPhase): boolean {
  return phase === 'opening' || phase === 'fetching';
}

/** Waits for the given time, or until this device is online again. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const waiting = new AbortController();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener('abort', () => reject(signal.reason), { signal: waiting.signal });
  window.addEventListener('online', () => resolve(), { signal: waiting.signal });
  return promise.finally(() => {
    clearTimeout(timer);
    waiting.abort();
  });
}

import { limits } from '@refugia/contract/limits.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { showToast } from '../../ui/toast.tsx';
import { keepArea, withKeptArea } from './area-memory.ts';
import type { CameraEffect } from './look-at-area.ts';
import { keptArea, readAddress, writeAddress } from './patrol-address.ts';
import { patrolApi } from './patrol-api.ts';
import { PatrolController } from './patrol-controller.ts';
import type { PatrolState } from './patrol-state.ts';
import { speciesApi } from './species-api.ts';

const { habitatPatrol: constants } = limits;

/** A slider that is dragged would otherwise write the address at every step. */
const addressPauseMilliseconds = 250;

/**
 * The screen's state, which starts from the address and is written back into it.
 * @param onCamera told where the map shall go
 */
export function usePatrol(onCamera: (effect: CameraEffect) => void): {
  state: PatrolState;
  controller: PatrolController;
} {
  const [parameters, setParameters] = useSearchParams();
  const camera = useRef(onCamera);
  camera.current = onCamera;
  const closeAlert = useRef(() => {});
  const [controller] = useState(
    () =>
      new PatrolController(withKeptArea(readAddress(parameters), parameters), {
        api: { ...patrolApi, ...speciesApi },
        sleep,
        onEffect(effect) {
          if (effect.kind === 'alert') {
            // Alerts last for minutes: the next one takes the place of what it outdates.
            closeAlert.current();
            closeAlert.current = showToast(effect.alert, effect.message, {
              milliseconds: constants.alertMilliseconds,
            });
          } else camera.current(effect);
        },
      }),
  );
  const state = useSyncExternalStore(controller.subscribe, controller.getState);

  useEffect(() => {
    controller.open();
    return () => controller.close();
  }, [controller]);

  const isFirstAttempt = state.phase === 'running' && state.attempt === 1;
  useEffect(() => {
    if (isFirstAttempt) closeAlert.current();
  }, [isFirstAttempt]);

  useEffect(() => {
    const next = writeAddress(parameters, state);
    if (next.get('area') === keptArea && 'area' in state) keepArea(state);
    if (next.toString() === parameters.toString()) return;
    const timer = setTimeout(
      () => setParameters(next, { replace: true, preventScrollReset: true }),
      addressPauseMilliseconds,
    );
    return () => clearTimeout(timer);
  }, [state, parameters, setParameters]);

  return { state, controller };
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const intervalMilliseconds = 10_000;
/** A thread that works for this share of the time leaves garbage that is worth collecting. */
const busyShare = 0.1;
/** Below this share nobody is waiting for the thread. */
const idleShare = 0.02;

/** Collects the garbage of the calling thread, which it stops for about a tenth of a second. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}

/**
 * Collects the garbage of the calling thread once it has become idle after a busy time. V8 collects
 * when it needs room. After a busy time it may wait for hours, and the process keeps hundreds of
 * megabytes that it does not use.
 * @param parts the share of the last ten seconds in which the thread worked, from 0 to 1, and the
 * collection; tests replace both
 * @returns stops watching
 */
export function collectWhenIdle({
  workedShare = sharesOfWork(),
  collect = collectGarbage,
} = {}): () => void {
  let wasBusy = false;
  const timer = setInterval(() => {
    const share = workedShare();
    if (share >= busyShare) wasBusy = true;
    if (!wasBusy || share >= idleShare) return;
    wasBusy = false;
    collect();
  }, intervalMilliseconds);
  timer.unref();
  return () => clearInterval(timer);
}

function sharesOfWork(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

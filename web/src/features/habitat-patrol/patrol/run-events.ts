import type { RunProgress } from '@refugia/contract/habitat-patrol/runs.ts';

/**
 * After this time without an event the connection counts as broken. A connection that was lost in a
 * tunnel or behind a closed lid reports nothing, and would otherwise be waited for until the page
 * is closed.
 */
const longestSilenceMilliseconds = 30_000;

/**
 * Listens to a run's events.
 * @param address of the stream
 * @returns when the run has ended, or when it has to be asked where it stands: nothing came for long,
 * or this device has gone offline or come back
 * @throws Error when the connection breaks; the signal's reason when aborted
 */
export function watchRunEvents(
  address: string,
  onProgress: (progress: RunProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const source = new EventSource(address);
    const close = () => {
      source.close();
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      window.removeEventListener('offline', end);
      window.removeEventListener('online', end);
    };
    const giveUp = () => {
      close();
      reject(signal.reason);
    };
    const end = () => {
      close();
      resolve();
    };
    let timer = setTimeout(end, longestSilenceMilliseconds);
    signal.addEventListener('abort', giveUp);
    window.addEventListener('offline', end);
    window.addEventListener('online', end);
    source.addEventListener('progress', (event) => {
      clearTimeout(timer);
      timer = setTimeout(end, longestSilenceMilliseconds);
      onProgress(JSON.parse(event.data));
    });
    source.addEventListener('end', end);
    // The browser's own reconnection has its own timing and does not ask for the state of the run.
    source.addEventListener('error', () => {
      close();
      reject(new Error('The connection to the run has broken off.'));
    });
  });
}

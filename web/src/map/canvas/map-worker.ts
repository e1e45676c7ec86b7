import { setMaxParallelImageRequests, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';

// The worker is a file of our own build, because the content security policy allows no other
// workers.
setWorkerUrl(workerUrl);
// Pictures may be slow to arrive and a browser has six connections to a server. This limit keeps
// some of them free, so that starting a run does not have to wait.
setMaxParallelImageRequests(3);

/** Makes addresses absolute: styles have paths, but the map's workers need whole addresses. */
export function absoluteRequest(url: string) {
  return { url: new URL(url, window.location.href).href };
}

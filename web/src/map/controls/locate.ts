import type { LngLat } from '../places.ts';

const timeoutMilliseconds = 10_000;

/** The position of this device. @throws Error with a sentence for the person */
export function locate(): Promise<LngLat> {
  if (!('geolocation' in navigator) || !window.isSecureContext) {
    return Promise.reject(new Error('This browser does not share its location.'));
  }
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve([coords.longitude, coords.latitude]),
      ({ code, PERMISSION_DENIED }) =>
        reject(
          new Error(
            code === PERMISSION_DENIED
              ? 'Your location was not shared. Allow it in the browser to see where you are.'
              : 'Your location could not be found. Please try again outdoors.',
          ),
        ),
      { timeout: timeoutMilliseconds, maximumAge: 60_000 },
    );
  });
}

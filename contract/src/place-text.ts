function withHemisphere(degrees: number, decimals: number, [positive, negative]: string): string {
  return `${Math.abs(degrees).toFixed(decimals)}° ${degrees < 0 ? negative : positive}`;
}

/** Writes degrees with the hemisphere instead of a sign: −123.5 is '123.50000° W'. */
export function formatLongitude(degrees: number): string {
  return withHemisphere(degrees, 5, 'EW');
}

/** Writes degrees with the hemisphere instead of a sign: −12.5 is '12.50000° S'. */
export function formatLatitude(degrees: number): string {
  return withHemisphere(degrees, 5, 'NS');
}

/** Writes a place, latitude first: '41.2560° N, 95.9345° W'. Four decimals are about ten metres. */
export function formatPlace(longitude: number, latitude: number, decimals = 4): string {
  return `${withHemisphere(latitude, decimals, 'NS')}, ${withHemisphere(longitude, decimals, 'EW')}`;
}

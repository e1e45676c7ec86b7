/** Which map an address names; null where it names none. */
export function readMapId(parameters: URLSearchParams): number | null {
  const text = parameters.get('id') ?? '';
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** The address without the map's token: it must not stay in histories and screenshots. */
export function withoutToken(parameters: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(parameters);
  rest.delete('token');
  return rest;
}

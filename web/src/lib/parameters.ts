/** The same parameters of an address with other values for some of them, or without where null. */
export function withParameters(
  parameters: URLSearchParams,
  values: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** The parameters of an address without some of them. */
export function withoutParameters(
  parameters: URLSearchParams,
  names: readonly string[],
): URLSearchParams {
  return withParameters(parameters, Object.fromEntries(names.map((name) => [name, null])));
}

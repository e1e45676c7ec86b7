/**
 * Puts attributes into the order of their layer's columns, and those that are no column after them
 * by name. The database keeps no order of attributes, so that a table and a feature's card would
 * otherwise differ.
 * @param columns of the layer; none for features that were drawn
 */
export function inColumnOrder(
  names: readonly string[],
  columns: readonly { readonly key: string }[] = [],
): string[] {
  const places = new Map(columns.map(({ key }, index) => [key, index]));
  const placeOf = (name: string) => places.get(name) ?? columns.length;
  return names.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || one.localeCompare(other, 'en'),
  );
}

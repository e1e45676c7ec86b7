/** All positions of a geometry's coordinates, at any depth of nesting. */
export function positionsOf(coordinates: unknown): [number, number][] {
  const found: [number, number][] = [];
  const visit = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    const [longitude, latitude] = value;
    if (typeof longitude === 'number' && typeof latitude === 'number')
      found.push([longitude, latitude]);
    else for (const each of value) visit(each);
  };
  visit(coordinates);
  return found;
}

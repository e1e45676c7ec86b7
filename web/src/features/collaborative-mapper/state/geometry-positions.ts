/** Every position of a geometry's coordinates, however deep it stands; none where there are none. */
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

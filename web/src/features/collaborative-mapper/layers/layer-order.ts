/**
 * The position that moves a layer up by 1 or down by -1, or null at that end.
 * @param layers the lowest first
 */
export function positionAfterStep(
  layers: readonly { readonly id: string; readonly position: number }[],
  id: string,
  step: 1 | -1,
): number | null {
  const index = layers.findIndex((layer) => layer.id === id);
  const passed = layers[index + step];
  if (index === -1 || passed === undefined) return null;
  const beyond = layers[index + 2 * step];
  return beyond === undefined ? passed.position + step : (passed.position + beyond.position) / 2;
}

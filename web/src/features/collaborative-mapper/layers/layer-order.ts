interface Placed {
  readonly id: string;
  readonly position: number;
}

/**
 * The position that moves a layer one place up or down.
 * @param layers in the order of their positions, the lowest first
 * @param step 1 towards the top
 * @returns null if the layer is at that end already
 */
export function positionAfterStep(
  layers: readonly Placed[],
  id: string,
  step: 1 | -1,
): number | null {
  const index = layers.findIndex((layer) => layer.id === id);
  const passed = layers[index + step];
  if (index === -1 || passed === undefined) return null;
  const beyond = layers[index + 2 * step];
  return beyond === undefined ? passed.position + step : (passed.position + beyond.position) / 2;
}

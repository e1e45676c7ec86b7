/** Left, top, right and bottom edges in pixels, as an element's rectangle has them. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

const gapPixels = 8;

/**
 * How far a tip has to move to the left, in pixels, so that no button covers its text. It moves at
 * most to the left edge.
 * @param tip its box without a shift
 * @param buttons at the right of the map
 * @param leftEdge of the map
 */
export function tipShift(tip: Box, buttons: readonly Box[], leftEdge: number): number {
  const beside = buttons.filter(
    ({ left, right, top, bottom }) =>
      left < tip.right + gapPixels && right > tip.left && top < tip.bottom && bottom > tip.top,
  );
  const reach = Math.min(...beside.map(({ left }) => left - gapPixels));
  const room = Math.max(0, tip.left - leftEdge - gapPixels);
  return Math.min(room, Math.max(0, tip.right - reach));
}

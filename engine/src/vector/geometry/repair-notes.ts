import type { PolygonEvent } from './clean-polygon.ts';

/**
 * Sentences that tell a person how a polygon was repaired. They are the same for uploaded and for
 * drawn polygons.
 */
export const repairNotes: Partial<Record<PolygonEvent, string>> = {
  'ring closed': 'Rings that were not closed have been closed.',
  'crossing repaired':
    'Where an outline crosses itself, what lies in an odd number of its loops is land.',
  'crossing left':
    'Polygons whose outline crosses itself too often to be repaired were left as they are.',
  'hole within a hole': 'Holes within a hole are land, as they are drawn.',
  'cut at antimeridian': 'Polygons across the antimeridian (180°) have been cut there.',
};

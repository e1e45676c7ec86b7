import type { BandStack } from '../../change/options.ts';
import { maskSnow } from '../../change/pair/snow.ts';
import type { WorkArea } from '../../composite/types.ts';
import { unassigned } from '../../composite/usability/usable-pixels.ts';
import type { Role } from '../find/find-scenes.ts';
import { type ExpectedPicture, type ExpectedPictures, sharesUsed } from './expected-pictures.ts';
import { type SceneViews, snowBandNames } from './scene-views.ts';

/**
 * The expected share of the area, 0 to 1, that a run would see on both dates: clear in both
 * pictures, and not under snow on one of them by the run's own rule (`maskSnow`). Null while a
 * picture is not known, or the bands of one of its scenes: without them the share is too large,
 * because classifications miss snow. Some bands can't be read, and others are never read because a
 * person chose another scene than a run would. Once the preview has finished, the classification
 * stands in for them.
 */
export function expectedSeenShare(
  pictures: ExpectedPictures,
  views: SceneViews,
  workArea: WorkArea,
): number | null {
  const { grid, pixelCount } = workArea;
  const { before, after } = pictures;
  if (!before || !after) return null;
  const isMeasured = (picture: ExpectedPicture, role: Role): boolean =>
    [...sharesUsed(picture, workArea).keys()].every(
      ({ id }) => views.snowBands(role, id) !== undefined,
    );
  if (!views.hasEnded && !(isMeasured(before, 'before') && isMeasured(after, 'after'))) return null;
  const clear = before.assignment.map((slot, pixel) =>
    slot !== unassigned && after.assignment[pixel] !== unassigned ? 1 : 0,
  );
  const [first, second] = [
    stackOf(before, 'before', views, grid),
    stackOf(after, 'after', views, grid),
  ];
  const measured = clear.map((value, pixel) => value & first.valid[pixel] & second.valid[pixel]);
  const underSnow = maskSnow(measured, first, second);
  const clearPixels = clear.reduce((sum, value) => sum + value, 0);
  return (clearPixels - underSnow.length) / pixelCount;
}

/** A picture in the bands that identify snow; valid where the bands of its scene were read. */
function stackOf(
  { assignment, roster }: ExpectedPicture,
  role: Role,
  views: SceneViews,
  { width, height }: WorkArea['grid'],
): BandStack {
  const bandsOfSlot = roster.map(({ scene }) => views.snowBands(role, scene.id));
  const bands = snowBandNames.map((_, band) =>
    Uint16Array.from(assignment, (slot, pixel) => bandsOfSlot[slot]?.[band][pixel] ?? 0),
  );
  const valid = Uint8Array.from(assignment, (_, pixel) =>
    bands.every((band) => band[pixel] > 0) ? 1 : 0,
  );
  return { width, height, bands, valid, names: snowBandNames };
}

import type { ChangeKind } from '../change/options.ts';
import { changePalette, paletteKinds, paletteSeverities } from './change-palette.ts';
import type { ClassesDrawing, DrawnClass } from './drawing.ts';
import type { Rgba } from './palette-png.ts';

/** How strongly outlines of change, and change without them, cover the picture below, 0 to 255. */
export const changeAlpha = 230;
/** How strongly changed pixels inside of an outline cover the picture below them, 0 to 255. */
export const changeInnerAlpha = 110;
/**
 * The colour of lines over pixels that clouds hide on one date. It is lighter than the class's grey
 * in a GIS.
 */
export const unobservedColour: Rgba = [226, 229, 232, 150];

/**
 * How pixels that were not observed are drawn: by diagonal lines, or not at all. With 'alone' they
 * are drawn filled and without any change, for a caller that draws its own lines on a picture of
 * another size.
 */
export const unobservedLooks = ['hatched', 'hidden', 'alone'] as const;
export type UnobservedLook = (typeof unobservedLooks)[number];

/** How a change layer looks beside the choice of its kinds. */
export interface ChangeLook {
  /** Default 'hatched'. */
  readonly unobserved?: UnobservedLook | undefined;
  /** Whether change is translucent with an outline, so that the ground shows through. Default true. */
  readonly isOutlined?: boolean;
}

/**
 * How a run's change layer is drawn: each kind or severity translucent in its colour with a firm
 * outline, unobserved pixels hatched, and everything else transparent.
 *
 * @param kinds the kinds that are shown; all change, also that of unknown kind, when left out.
 *   Severity is always shown, because a layer with severity has no kinds
 */
export function changeDrawing(
  kinds?: readonly ChangeKind[],
  { unobserved: unobservedLook = 'hatched', isOutlined = true }: ChangeLook = {},
): ClassesDrawing {
  const { code } = changePalette.unobserved;
  const unobserved: DrawnClass = { code, colour: unobservedColour };
  if (unobservedLook === 'alone') return { kind: 'classes', classes: [unobserved] };
  const shown = kinds ?? (['changed', ...paletteKinds] as const);
  const change = [...shown, ...paletteSeverities].map((name): DrawnClass => {
    const { code, colour } = changePalette[name];
    return { code, colour: [...colour, changeAlpha], prevails: true };
  });
  const look = isOutlined ? { innerAlpha: changeInnerAlpha } : {};
  if (unobservedLook === 'hidden') return { kind: 'classes', classes: change, ...look };
  const classes: DrawnClass[] = [...change, { ...unobserved, pattern: 'hatched' }];
  return { kind: 'classes', classes, ...look };
}

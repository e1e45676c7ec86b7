import type { ChangeKind } from '../change/options.ts';
import { changePalette, paletteKinds, paletteSeverities } from './change-palette.ts';
import type { ClassesDrawing, DrawnClass } from './drawing.ts';
import type { Rgba } from './palette-png.ts';

/** How strongly changed pixels cover the picture below them, 0 to 255. */
export const changeAlpha = 230;
/**
 * The colour of lines over pixels that clouds hide on one date. It is lighter than the class's grey
 * in a GIS.
 */
export const unobservedColour: Rgba = [226, 229, 232, 150];

/**
 * How a run's change layer is drawn: each kind or severity in its colour, unobserved pixels hatched, and
 * everything else transparent.
 *
 * @param kinds the kinds that are shown; all change, also of unknown kind, when left out. Severity is
 *   always shown: a layer that tells it knows no kinds
 */
export function changeDrawing(kinds?: readonly ChangeKind[]): ClassesDrawing {
  const shown = kinds ?? (['changed', ...paletteKinds] as const);
  const change = [...shown, ...paletteSeverities].map((name): DrawnClass => {
    const { code, colour } = changePalette[name];
    return { code, colour: [...colour, changeAlpha], prevails: true };
  });
  const unobserved: DrawnClass = {
    code: changePalette.unobserved.code,
    colour: unobservedColour,
    pattern: 'hatched',
  };
  return { kind: 'classes', classes: [...change, unobserved] };
}

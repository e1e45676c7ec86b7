import type { ChangeKind, Severity } from '../change/options.ts';
import type { Rgb } from '../valuation/index.ts';
import type { Rgba } from './palette-png.ts';
import type { ClassesRendering, DrawnClass } from './rendering.ts';

/** What a pixel of a run's change layer can be. */
export type ChangeLayerClass =
  | 'unchanged'
  | 'changed'
  | ChangeKind
  | Severity
  | 'outside'
  | 'unobserved';

/**
 * What the colours of a layer's change stand for: severity for the method `nbr`, kinds for the
 * others.
 */
export type ChangeLegend = 'kinds' | 'severities';

export interface ChangePaletteEntry {
  /** Its number in `change.tif`. */
  readonly code: number;
  /** What a person calls it: on the screen, in reports and in a GIS. */
  readonly name: string;
  readonly colour: Rgb;
}

/**
 * The numbers, names and colours of the classes of a run's change layer. They are defined here
 * only. Kinds can be told from each other with every common kind of colour vision, and from dark
 * forest, bare soil, water and snow around them. So can the classes of severity.
 * `change-palette.test.ts` measures it.
 */
export const changePalette = {
  unchanged: { code: 0, name: 'Unchanged', colour: [243, 241, 234] },
  /** Change of unknown kind. Files of earlier versions have no other. */
  changed: { code: 1, name: 'Changed', colour: [255, 82, 28] },
  vegetation_loss: { code: 2, name: 'Vegetation lost', colour: [228, 77, 12] },
  vegetation_gain: { code: 3, name: 'Vegetation gained', colour: [129, 255, 133] },
  burn: { code: 4, name: 'Burn', colour: [152, 0, 109] },
  water: { code: 5, name: 'Water', colour: [20, 57, 204] },
  built_up: { code: 6, name: 'Built up', colour: [249, 187, 0] },
  other: { code: 7, name: 'Other change', colour: [210, 110, 250] },
  /** Lost vegetation if the two dates do not tell whether a fire took it. */
  burned_or_cleared: { code: 8, name: 'Burned or cleared', colour: [250, 110, 200] },
  moderate_low_severity: { code: 9, name: 'Moderate-low severity', colour: [249, 187, 0] },
  moderate_high_severity: { code: 10, name: 'Moderate-high severity', colour: [228, 77, 12] },
  high_severity: { code: 11, name: 'High severity', colour: [152, 0, 109] },
  high_regrowth: { code: 12, name: 'Enhanced regrowth', colour: [129, 255, 133] },
  /** Pixels outside of the area; the file's nodata. */
  outside: { code: 254, name: 'Outside the area', colour: [0, 0, 0] },
  /** Not clear on both dates. */
  unobserved: { code: 255, name: 'Not observed', colour: [150, 156, 162] },
} as const satisfies Record<ChangeLayerClass, ChangePaletteEntry>;

/** The kinds of change in the order of their numbers. */
export const paletteKinds: readonly ChangeKind[] = [
  'vegetation_loss',
  'vegetation_gain',
  'burn',
  'water',
  'built_up',
  'other',
  'burned_or_cleared',
];

/** The classes of severity, the most severe first. */
export const paletteSeverities: readonly Severity[] = [
  'high_severity',
  'moderate_high_severity',
  'moderate_low_severity',
  'high_regrowth',
];

/** Numbers of all classes that are change. */
export const changeCodes: readonly number[] = [
  changePalette.changed.code,
  ...[...paletteKinds, ...paletteSeverities].map((name) => changePalette[name].code),
];

/** What a person calls a patch of change: its kind and, where it is known, its severity. */
export function patchName(kind: ChangeKind, severity?: Severity): string {
  const { name } = changePalette[kind];
  return severity ? `${name}, ${changePalette[severity].name.toLowerCase()}` : name;
}

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
export const unobservedStyles = ['hatched', 'hidden', 'alone'] as const;
export type UnobservedStyle = (typeof unobservedStyles)[number];

/** How a change layer is drawn, apart from the choice of its kinds. */
export interface ChangeStyle {
  /** Default 'hatched'. */
  readonly unobserved?: UnobservedStyle | undefined;
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
export function changeRendering(
  kinds?: readonly ChangeKind[],
  { unobserved: unobservedStyle = 'hatched', isOutlined = true }: ChangeStyle = {},
): ClassesRendering {
  const { code } = changePalette.unobserved;
  const unobserved: DrawnClass = { code, colour: unobservedColour };
  if (unobservedStyle === 'alone') return { kind: 'classes', classes: [unobserved] };
  const shown = kinds ?? (['changed', ...paletteKinds] as const);
  const change = [...shown, ...paletteSeverities].map((name): DrawnClass => {
    const { code, colour } = changePalette[name];
    return { code, colour: [...colour, changeAlpha], prevails: true };
  });
  const outline = isOutlined ? { innerAlpha: changeInnerAlpha } : {};
  if (unobservedStyle === 'hidden') return { kind: 'classes', classes: change, ...outline };
  const classes: DrawnClass[] = [...change, { ...unobserved, pattern: 'hatched' }];
  return { kind: 'classes', classes, ...outline };
}

import { colorBrewerPalettes, colorBrewerRamp, type RampName } from './color-brewer.ts';

/** First the ramps that people with any kind of colour vision can read, as ColorBrewer judges. */
export const rampGroups: readonly { readonly names: readonly RampName[]; readonly note: string }[] =
  [
    {
      names: ['YlGnBu', 'YlGn', 'Greens', 'Blues', 'YlOrBr', 'OrRd', 'Purples', 'Greys'],
      note: '',
    },
    { names: ['PuOr', 'BrBG', 'PRGn', 'PiYG', 'RdBu', 'RdYlBu'], note: ', diverging' },
    { names: ['RdYlGn', 'Spectral'], note: ', diverging, not for color-blind readers' },
  ];

/** The colours of a ramp for a number of classes, 1 to 9, the lowest class first. */
export function rampColors(name: RampName, classes: number): string[] {
  if (classes >= 3) return colorsOf(colorBrewerRamp(name, classes));
  const [lowest, , highest] = colorsOf(colorBrewerRamp(name, 3));
  return [lowest, highest].slice(2 - classes);
}

function colorsOf(digits: string): string[] {
  return digits.split(' ').map((each) => `#${each}`);
}

/**
 * Colours for values that have no order. People with any kind of colour vision tell the first ones
 * apart: M. Okabe and K. Ito, Color Universal Design, 2008; without its black and its yellow, which
 * are lost on dark and on light base maps.
 */
export const palettes = [
  { id: 'okabe-ito', label: 'Okabe and Ito', digits: '0072b2 e69f00 009e73 d55e00 cc79a7 56b4e9' },
  { id: 'dark2', label: 'Dark', digits: colorBrewerPalettes.Dark2 },
  { id: 'set2', label: 'Soft', digits: colorBrewerPalettes.Set2 },
  { id: 'paired', label: 'Pairs', digits: colorBrewerPalettes.Paired },
  { id: 'set1', label: 'Bright', digits: colorBrewerPalettes.Set1 },
  { id: 'set3', label: 'Pastel', digits: colorBrewerPalettes.Set3 },
] as const;
export type PaletteId = (typeof palettes)[number]['id'];

/** A palette's colours for a number of values. They begin anew where there are too few. */
export function paletteColors(id: PaletteId, values: number): string[] {
  const colors = colorsOf(palettes.find((each) => each.id === id)!.digits);
  return Array.from({ length: values }, (_, index) => colors[index % colors.length]);
}

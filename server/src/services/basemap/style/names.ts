import type { ExpressionSpecification, LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { VectorSchema } from '../sources.ts';
import { byZoom, draw } from './layers.ts';
import type { Palette } from './palettes.ts';
import { name, placeRank, type Subject } from './schemas.ts';

/**
 * Names are drawn with the reader's local fonts, since the style has no glyphs. MapLibre derives
 * the weights from the words in the font names.
 */
const fonts = {
  regular: ['Inter Variable', 'Helvetica Neue', 'Arial', 'sans-serif'],
  medium: ['Inter Variable', 'Helvetica Neue', 'Arial', 'Medium', 'sans-serif'],
  italic: ['Inter Variable', 'Helvetica Neue', 'Arial', 'Italic', 'sans-serif'],
};

const alongLines = {
  'symbol-placement': 'line',
  'symbol-spacing': 400,
  'text-max-angle': 30,
  'text-padding': 12,
};
/** Beside its place where another name, such as that of the state, is upon it. */
const aside = {
  'text-variable-anchor-offset': [
    ...['center', [0, 0], 'top', [0, 0.6], 'bottom', [0, -0.6]],
    ...['left', [0.6, 0], 'right', [-0.6, 0]],
  ],
  'text-justify': 'auto',
};
const capitals = { 'text-transform': 'uppercase', 'text-letter-spacing': 0.12 };

/** All names, those that give way to others first. */
export function names(
  palette: Palette,
  schemas: readonly VectorSchema[],
  isOverPicture: boolean,
): LayerSpecification[] {
  const text = (subject: Subject, id: string, zooms: [number, number?], style: TextStyle) =>
    draw(schemas, subject, {
      id,
      type: 'symbol',
      minzoom: zooms[0],
      ...(zooms[1] !== undefined && { maxzoom: zooms[1] }),
      layout: {
        'text-field': name,
        'text-font': fonts.regular,
        'text-max-width': 8,
        'text-padding': 5,
        ...style.layout,
      },
      paint: {
        'text-color': style.color,
        'text-halo-color': palette.halo,
        'text-halo-width': 1.3,
        ...(style.opacity !== undefined && { 'text-opacity': style.opacity }),
      },
    });
  const road: TextStyle = {
    color: palette.mutedText,
    layout: { ...alongLines, 'text-size': byZoom([12, 9.5], [16, 12]) },
  };
  return [
    ...(isOverPicture ? [] : text('road-name', 'road-names', [13], road)),
    ...natureNames(palette, text),
    ...text('area-name', 'area-names', [10], {
      color: palette.mutedText,
      opacity: 0.75,
      layout: { ...capitals, 'text-size': byZoom([10, 11], [12, 13]), 'text-padding': 24 },
    }),
    ...text('county-name', 'county-names', [8, 10], {
      color: palette.mutedText,
      opacity: 0.75,
      layout: { ...capitals, 'text-size': byZoom([8, 10], [10, 11]), 'text-padding': 8 },
    }),
    ...text('place', 'places', [3], {
      color: palette.text,
      layout: {
        ...aside,
        'text-font': fonts.medium,
        'text-size': byZoom(
          [4, sizeByRank(13, 11, 9.5)],
          [8, sizeByRank(18, 14, 11)],
          [12, sizeByRank(24, 18, 13)],
        ),
        'symbol-sort-key': placeRank,
      },
    }),
    ...text('state-name', 'state-names', [3.5, 8], {
      color: palette.mutedText,
      layout: { ...capitals, 'text-size': byZoom([4, 10], [7, 15]), 'text-max-width': 7 },
    }),
    ...text('country-name', 'country-names', [1.5, 5], {
      color: palette.text,
      layout: {
        'text-font': fonts.medium,
        'text-size': byZoom([1, 10], [5, 15]),
        'symbol-sort-key': placeRank,
      },
    }),
  ];
}

interface TextStyle {
  color: string;
  opacity?: number;
  layout: Record<string, unknown>;
}

/** Names of rivers, waters, parks, peaks and airports. */
function natureNames(
  palette: Palette,
  text: (
    subject: Subject,
    id: string,
    zooms: [number, number?],
    style: TextStyle,
  ) => LayerSpecification[],
): LayerSpecification[] {
  const waterStyle = { 'text-font': fonts.italic, 'text-letter-spacing': 0.04 };
  return [
    ...text('river', 'river-names', [7], {
      color: palette.waterText,
      layout: {
        ...waterStyle,
        ...alongLines,
        // Rivers bend more than roads.
        'text-max-angle': 60,
        'symbol-spacing': 300,
        'text-size': byZoom([7, 10], [12, 12.5]),
      },
    }),
    ...text('airport', 'airports', [8], {
      color: palette.mutedText,
      layout: {
        'text-field': ['concat', '✈\uFE0E\n', name],
        'text-size': byZoom([8, 9.5], [12, 12]),
      },
    }),
    ...text('peak', 'peaks', [10], {
      color: palette.mutedText,
      layout: {
        'text-field': ['concat', '▲\n', name],
        'text-size': byZoom([10, 9.5], [14, 11.5]),
        'symbol-sort-key': ['to-number', ['get', 'rank'], 9],
      },
    }),
    ...text('park-name', 'park-names', [5], {
      color: palette.parkText,
      layout: {
        'text-size': byZoom([5, 9.5], [8, 11], [12, 13]),
        'symbol-sort-key': ['to-number', ['get', 'rank'], 9],
      },
    }),
    ...text('water-name', 'water-names', [4], {
      color: palette.waterText,
      layout: { ...waterStyle, 'text-size': byZoom([4, 9.5], [8, 12], [12, 14]) },
    }),
  ];
}

function sizeByRank(metropolis: number, city: number, town: number): ExpressionSpecification {
  return ['interpolate', ['linear'], placeRank, 1, metropolis, 6, city, 14, town];
}

import type { ExpressionSpecification, LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Palette } from './palettes.ts';
import { byStep, byZoom, geography } from './style-expressions.ts';

/**
 * Names are drawn with the reader's local fonts, since the style has no glyphs. MapLibre derives
 * the weights from the words in the font names.
 */
const fonts = {
  regular: ['Inter Variable', 'Helvetica Neue', 'Arial', 'sans-serif'],
  medium: ['Inter Variable', 'Helvetica Neue', 'Arial', 'Medium', 'sans-serif'],
};

/** Names of counties, states and countries. */
export function areaNames(palette: Palette): LayerSpecification[] {
  const halo = { 'text-halo-color': palette.halo, 'text-halo-width': 1.2 };
  return [
    {
      id: 'county-names',
      type: 'symbol',
      ...geography('county_labels'),
      minzoom: 8,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': fonts.regular,
        'text-size': byZoom([8, 10], [12, 13]),
        'text-transform': 'uppercase',
        'text-letter-spacing': 0.12,
        'text-max-width': 8,
        'text-padding': 8,
      },
      paint: { 'text-color': palette.mutedText, ...halo, 'text-opacity': 0.75 },
    },
    {
      id: 'state-names',
      type: 'symbol',
      ...geography('state_labels'),
      minzoom: 3.5,
      maxzoom: 8,
      filter: ['>=', ['get', 'extent'], byStep([3.5, 3], [5, 1.2], [6, 0])],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': fonts.regular,
        'text-size': byZoom([4, 10], [7, 15]),
        'text-transform': 'uppercase',
        'text-letter-spacing': 0.14,
        'text-max-width': 7,
        'text-padding': 4,
      },
      paint: { 'text-color': palette.mutedText, ...halo },
    },
    {
      id: 'country-names',
      type: 'symbol',
      ...geography('country_labels'),
      maxzoom: 5,
      filter: ['>=', ['get', 'extent'], byStep([0, 9], [3, 4], [4, 1])],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': fonts.medium,
        'text-size': byZoom([1, 10], [5, 15]),
        'text-max-width': 7,
        'symbol-sort-key': ['-', 0, ['get', 'extent']],
      },
      paint: { 'text-color': palette.text, ...halo },
    },
  ];
}

/** Names of towns and cities, the larger ones first. */
export function placeNames(palette: Palette): LayerSpecification[] {
  const bigger: ExpressionSpecification = ['-', 0, ['get', 'population']];
  return [
    {
      id: 'places',
      type: 'symbol',
      ...geography('places'),
      minzoom: 4,
      filter: ['<=', ['get', 'minZoom'], ['zoom']],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': fonts.medium,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          4,
          sizeByPopulation(9.5, 11, 13),
          8,
          sizeByPopulation(11, 14, 18),
          12,
          sizeByPopulation(13, 18, 24),
        ],
        'text-max-width': 8,
        'text-padding': 6,
        'symbol-sort-key': bigger,
      },
      paint: {
        'text-color': palette.text,
        'text-halo-color': palette.halo,
        'text-halo-width': 1.4,
      },
    },
  ];
}

function sizeByPopulation(town: number, city: number, metropolis: number): ExpressionSpecification {
  return [
    'interpolate',
    ['linear'],
    ['log10', ['max', 1, ['get', 'population']]],
    3.5,
    town,
    5.2,
    city,
    6.5,
    metropolis,
  ];
}

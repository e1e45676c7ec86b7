import type { ExpressionSpecification, LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { sceneSourceId } from '@refugia/contract/basemap-sources.ts';
import type { LayerName } from '../embedded/geography.ts';
import { sceneMinZoom } from '../sources.ts';
import type { Palette } from './palettes.ts';

/** From this zoom on, only the scenes are shown and not the picture. */
const scenesOnlyZoom = 8;

/** The layers below all others: land and sea, or pictures of them. */
export function ground(palette: Palette): LayerSpecification[] {
  const layers: LayerSpecification[] = [
    { id: 'sea', type: 'background', paint: { 'background-color': palette.water } },
    { id: 'land', type: 'fill', ...geography('land'), paint: { 'fill-color': palette.land } },
  ];
  if (palette.picture) {
    layers.push(
      {
        id: 'satellite',
        type: 'raster',
        source: 'satellite',
        // Closer in, only the picture's general colour remains. It is paler there so that it stays
        // in the background.
        paint: {
          'raster-saturation': byZoom([7, 0], [10, -0.35]),
          'raster-fade-duration': 150,
        },
      },
      {
        id: 'scenes',
        type: 'raster',
        source: sceneSourceId,
        minzoom: sceneMinZoom,
        paint: {
          'raster-opacity': byZoom([sceneMinZoom, 0], [scenesOnlyZoom, 1]),
          'raster-brightness-min': 0.04,
          'raster-fade-duration': 200,
        },
      },
    );
  }
  if (palette.relief > 0) {
    layers.push({
      id: 'relief',
      type: 'raster',
      source: 'relief',
      // The heights are coarse and look like soft blobs closer in, so the layer fades out.
      paint: {
        'raster-opacity': byZoom([6, palette.relief], [9, palette.relief * 0.35]),
        'raster-fade-duration': 150,
      },
    });
  }
  return layers;
}

/** Rivers, lakes and coasts. */
export function water(palette: Palette): LayerSpecification[] {
  return [
    {
      id: 'rivers',
      type: 'line',
      ...geography('rivers'),
      minzoom: 4,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': palette.river, 'line-width': byZoom([4, 0.6], [8, 1.6], [12, 3]) },
    },
    {
      id: 'lakes',
      type: 'fill',
      ...geography('lakes'),
      // The picture contains lakes, which are sharp enough until its pixels get coarse.
      paint: {
        'fill-color': palette.water,
        'fill-opacity': palette.picture ? byZoom([5, 0], [7, 0.9]) : 1,
      },
    },
    {
      id: 'lake-shores',
      type: 'line',
      ...geography('lakes'),
      minzoom: 4,
      paint: { 'line-color': palette.coast, 'line-width': byZoom([4, 0.4], [10, 1]) },
    },
    {
      id: 'coast',
      type: 'line',
      ...geography('land'),
      paint: { 'line-color': palette.coast, 'line-width': byZoom([2, 0.4], [10, 1.2]) },
    },
  ];
}

/** Lines between counties, states and countries. */
export function boundaries(palette: Palette): LayerSpecification[] {
  const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
  return [
    {
      id: 'counties',
      type: 'line',
      ...geography('counties'),
      minzoom: 6,
      layout: round,
      paint: {
        'line-color': palette.countyLine,
        'line-width': byZoom([6, 0.5], [12, 1.4]),
        'line-opacity': byZoom([6, 0.4], [7, 1]),
      },
    },
    {
      id: 'states',
      type: 'line',
      ...geography('states'),
      minzoom: 3,
      layout: round,
      paint: { 'line-color': palette.stateLine, 'line-width': byZoom([3, 0.5], [6, 1], [12, 2.2]) },
    },
    {
      id: 'countries',
      type: 'line',
      ...geography('countries'),
      layout: round,
      paint: {
        'line-color': palette.countryLine,
        'line-width': byZoom([2, 0.6], [6, 1.4], [12, 2.6]),
      },
    },
  ];
}

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

/** The source of a layer of the embedded geography. */
const geography = (layer: LayerName) => ({ source: 'geography', 'source-layer': layer }) as const;

/** A number that is interpolated linearly between the given zooms. */
function byZoom(...stops: [zoom: number, value: number][]): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops.flat()] as ExpressionSpecification;
}

/** The value of the nearest given zoom that is not above the current one. */
function byStep(...stops: [zoom: number, value: number][]): ExpressionSpecification {
  const [[, first], ...rest] = stops as [[number, number], ...[number, number][]];
  return ['step', ['zoom'], first, ...rest.flat()] as ExpressionSpecification;
}

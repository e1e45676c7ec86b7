import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { sceneSourceId } from '@refugia/contract/basemap-sources.ts';
import { sceneMinZoom } from './basemap.ts';
import type { Palette } from './palettes.ts';
import { byZoom, geography } from './style-expressions.ts';

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

import type { ExpressionSpecification, LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { geographySourceId, sceneSourceId } from '@refugia/contract/basemap-sources.ts';
import { sceneMinZoom, type VectorSchema } from '../sources.ts';
import type { Palette } from './palettes.ts';
import { type Subject, selections } from './schemas.ts';

type Drawing = Pick<LayerSpecification, 'type' | 'layout' | 'paint'> & {
  minzoom?: number;
  maxzoom?: number;
  /** The layer's name, where a subject has several. */
  id?: string;
};

/** The layers that draw a subject, one for each schema. Features with a zoom of their own wait for it. */
export function draw(
  schemas: readonly VectorSchema[],
  subject: Subject,
  { id = subject, ...drawing }: Drawing,
): LayerSpecification[] {
  return schemas.flatMap((schema) => {
    const selection = selections[schema][subject];
    if (selection === null) return [];
    const conditions = [selection.filter, ['<=', ['to-number', ['get', 'min_zoom'], 0], ['zoom']]];
    return [
      {
        ...drawing,
        id: schema === 'openmaptiles' ? id : `${id}-${schema}`,
        source: geographySourceId,
        'source-layer': selection.layer,
        filter: ['all', ...conditions],
      } as LayerSpecification,
    ];
  });
}

const round = { 'line-join': 'round', 'line-cap': 'round' } as const;

/** From this zoom on, only the scenes are shown and not the picture. */
const scenesOnlyZoom = 8;

/** The embedded pictures: the globe, and closer in the simulated scenes. */
export function pictures(): LayerSpecification[] {
  return [
    {
      id: 'satellite',
      type: 'raster',
      source: 'satellite',
      // Closer in, only the picture's general colour remains. It is paler there so that it stays
      // in the background.
      paint: { 'raster-saturation': byZoom([7, 0], [10, -0.35]), 'raster-fade-duration': 150 },
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
  ];
}

/** Sea and land, woods, settlements and parks, with the relief above them. */
export function ground(palette: Palette, schemas: readonly VectorSchema[]): LayerSpecification[] {
  const fill = (subject: Subject, color: string, minzoom: number) =>
    draw(schemas, subject, { type: 'fill', minzoom, paint: { 'fill-color': color } });
  return [
    ...fill('sea', palette.water, 0),
    ...fill('land', palette.land, 0),
    ...fill('wood', palette.wood, 7),
    ...fill('settlement', palette.settlement, 8),
    ...fill('park', palette.park, 4),
    {
      id: 'relief',
      type: 'raster',
      source: 'relief',
      // The heights are coarse and look like soft blobs closer in, so the layer fades out.
      paint: {
        'raster-opacity': byZoom([6, palette.relief], [9, palette.relief * 0.35], [13, 0]),
        'raster-fade-duration': 150,
      },
    },
    ...draw(schemas, 'park', {
      id: 'park-border',
      type: 'line',
      minzoom: 5,
      paint: { 'line-color': palette.parkLine, 'line-width': byZoom([5, 0.5], [12, 1.4]) },
    }),
  ];
}

/**
 * Rivers, and lakes above them, because some rivers run through lakes as lines.
 * @param lakeOpacity of the lakes' areas
 */
export function water(
  palette: Palette,
  schemas: readonly VectorSchema[],
  lakeOpacity: number | ExpressionSpecification,
): LayerSpecification[] {
  return [
    ...draw(schemas, 'river', {
      type: 'line',
      minzoom: 3,
      layout: round,
      paint: {
        'line-color': palette.river,
        'line-width': byZoom([3, 0.5], [8, 1.3], [12, 2.4], [16, 4]),
        'line-opacity': ['case', ['==', ['get', 'intermittent'], 1], 0.5, 1],
      },
    }),
    ...draw(schemas, 'water', {
      type: 'fill',
      paint: { 'fill-color': palette.water, 'fill-opacity': lakeOpacity },
    }),
  ];
}

/** Roads, paths, railways and buildings. */
export function built(palette: Palette, schemas: readonly VectorSchema[]): LayerSpecification[] {
  const line = (
    subject: Subject,
    minzoom: number,
    color: string,
    { width, dashes }: { width: ExpressionSpecification; dashes?: number[] },
  ) =>
    draw(schemas, subject, {
      type: 'line',
      minzoom,
      layout: { ...round, ...(dashes && { 'line-cap': 'butt' }) },
      paint: {
        'line-color': color,
        'line-width': width,
        ...(dashes && { 'line-dasharray': dashes }),
      },
    });
  return [
    ...draw(schemas, 'building', {
      type: 'fill',
      minzoom: 13.5,
      paint: { 'fill-color': palette.building, 'fill-opacity': byZoom([13.5, 0], [14.5, 1]) },
    }),
    ...line('path', 12.5, palette.path, { width: byZoom([12, 0.7], [16, 1.6]), dashes: [3, 1.5] }),
    ...line('minor-road', 11.5, palette.road, { width: byZoom([11, 0.4], [14, 1.6], [17, 6]) }),
    ...line('main-road', 8, palette.road, { width: byZoom([8, 0.5], [12, 2], [16, 7]) }),
    ...line('motorway', 4.5, palette.motorway, {
      width: byZoom([5, 0.6], [8, 1.3], [12, 3], [16, 9]),
    }),
    ...line('railway', 6.5, palette.railway, {
      width: byZoom([6, 0.5], [12, 1.1]),
      dashes: [6, 2],
    }),
  ];
}

/** Lines between counties, states and countries. */
export function boundaries(
  palette: Palette,
  schemas: readonly VectorSchema[],
): LayerSpecification[] {
  const line = (subject: Subject, minzoom: number, paint: object) =>
    draw(schemas, subject, { type: 'line', minzoom, layout: round, paint });
  return [
    ...line('county-line', 6, {
      'line-color': palette.countyLine,
      'line-width': byZoom([6, 0.5], [12, 1.4]),
      'line-opacity': byZoom([6, 0.4], [7, 1]),
    }),
    ...line('state-line', 3, {
      'line-color': palette.stateLine,
      'line-width': byZoom([3, 0.5], [6, 1], [12, 2.2]),
    }),
    ...line('country-line', 0, {
      'line-color': palette.countryLine,
      'line-width': byZoom([2, 0.6], [6, 1.4], [12, 2.6]),
    }),
  ];
}

/** A number that is interpolated linearly between the given zooms. */
export function byZoom(
  ...stops: [zoom: number, value: number | ExpressionSpecification][]
): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops.flat()] as ExpressionSpecification;
}

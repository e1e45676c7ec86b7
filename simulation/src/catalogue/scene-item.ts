import { boundsOf } from '@refugia/engine/geo/bounds.ts';
import { millisecondsPerDay } from '@refugia/engine/source/dates.ts';
import type { Polygon } from 'geojson';
import { acquisitionDays, acquisitionOf, cloudShare, sunAt } from '../scenes/acquisitions.ts';
import { cloudOpacity } from '../scenes/atmosphere.ts';
import { type SceneFile, sceneFiles } from '../scenes/scene-blocks.ts';
import { dateOfDay, dayOf } from '../world/days.ts';
import { type GridTile, gridTiles, tileMeters, tilePixels } from '../world/mgrs.ts';
import { toGeographic, toWorld } from '../world/projection.ts';

export const simulationRoot = 'https://simulation.invalid/v1';
export const simulationCollection = 'simulated-sentinel-2-l2a';

/** The id of a tile's scene of a day since 1970-01-01. */
export function sceneId(tile: GridTile, day: number): string {
  return `SIM_${tile.id}_${dateOfDay(day).replaceAll('-', '')}_0_L2A`;
}

/** The address of one file of a scene; `parseHref` reads it again. */
function sceneHref(tile: GridTile, day: number, file: SceneFile): string {
  return `${simulationRoot}/${simulationCollection}/${tile.id}/${dateOfDay(day)}/${file.file}.tif`;
}

const hrefPattern = new RegExp(
  `^${simulationRoot}/${simulationCollection}/([0-9A-Z]+)/([0-9-]{10})/([0-9A-Z]+)\\.tif$`,
);

/** The scene and file that an address names; undefined when there is none. */
export function parseHref(
  url: string,
): { tile: GridTile; day: number; file: SceneFile } | undefined {
  const [, id, date, name] = hrefPattern.exec(url) ?? [];
  const tile = gridTiles().get(id ?? '');
  const file = sceneFiles.find((candidate) => candidate.file === name);
  const day = dayOf(date);
  if (!tile || !file || acquisitionDays(tile, day, day).length === 0) return undefined;
  return { tile, day, file };
}

export type StacItem = ReturnType<typeof sceneItem>;

/** The catalogue entry of a scene, in the form that Earth Search uses. */
export function sceneItem(tile: GridTile, day: number, seed: number) {
  const acquisition = acquisitionOf(tile, day, seed);
  const center = toGeographic(tile.zone, [tile.west + tileMeters / 2, tile.north - tileMeters / 2]);
  const sun = sunAt(acquisition.dayOfYear, center[1]);
  const solarHour = 10.5 - center[0] / 15;
  const datetime = new Date(day * millisecondsPerDay + solarHour * 3_600_000).toISOString();
  const geometry: Polygon = { type: 'Polygon', coordinates: [[...tile.ring]] };
  return {
    type: 'Feature',
    stac_version: '1.0.0',
    id: sceneId(tile, day),
    collection: simulationCollection,
    bbox: boundsOf(tile.ring),
    geometry,
    properties: {
      datetime,
      platform: 'simulated',
      constellation: 'simulated',
      instruments: ['simulated'],
      gsd: 10,
      'eo:cloud_cover': cloudCoverPercent(tile, day, seed),
      'proj:epsg': 32600 + tile.zone,
      'proj:code': `EPSG:${32600 + tile.zone}`,
      'grid:code': `MGRS-${tile.id}`,
      's2:tile_id': tile.id,
      'view:sun_elevation': 90 - (Math.acos(sun.cosZenith) * 180) / Math.PI,
      'view:sun_azimuth': (Math.atan2(sun.east, sun.north) * 180) / Math.PI,
      's2:processing_baseline': '05.00',
      'earthsearch:boa_offset_applied': true,
    },
    links: [],
    assets: Object.fromEntries(sceneFiles.map((file) => [file.asset, sceneAsset(tile, day, file)])),
  };
}

function sceneAsset(tile: GridTile, day: number, file: SceneFile) {
  const { resolutionMeters } = file;
  const pixels = (tilePixels * 10) / resolutionMeters;
  const classification = file.band === undefined;
  return {
    href: sceneHref(tile, day, file),
    type: 'image/tiff; application=geotiff; profile=cloud-optimized',
    title: `${file.file} (simulated), ${resolutionMeters} m`,
    gsd: resolutionMeters,
    'proj:shape': [pixels, pixels],
    'proj:transform': [resolutionMeters, 0, tile.west, 0, -resolutionMeters, tile.north],
    'raster:bands': [
      classification
        ? { nodata: 0, data_type: 'uint8', spatial_resolution: resolutionMeters }
        : {
            nodata: 0,
            data_type: 'uint16',
            spatial_resolution: resolutionMeters,
            scale: 0.0001,
            offset: 0,
          },
    ],
    roles: classification ? ['data'] : ['data', 'reflectance'],
  };
}

/** Share of a scene under cloud, from a sample of 16 × 16 places. */
function cloudCoverPercent(tile: GridTile, day: number, seed: number): number {
  const acquisition = acquisitionOf(tile, day, seed);
  const samples = 16;
  let covered = 0;
  for (let row = 0; row < samples; row++) {
    for (let column = 0; column < samples; column++) {
      const [x, y] = toWorld(
        toGeographic(tile.zone, [
          tile.west + ((column + 0.5) / samples) * tileMeters,
          tile.north - ((row + 0.5) / samples) * tileMeters,
        ]),
      );
      const sky = { share: cloudShare(acquisition, x, y), pixelMeters: 10 };
      if (cloudOpacity(acquisition, x, y, sky) > 0.12) covered++;
    }
  }
  return Math.round((10_000 * covered) / samples ** 2) / 100;
}

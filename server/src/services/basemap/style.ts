import type { SourceSpecification, StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { BaseLayerName, BasemapMetadata } from '@refugia/contract/basemap.ts';
import {
  providerSourceId,
  sceneSourceId,
  simulatedSceneCredit,
} from '@refugia/contract/basemap-sources.ts';
import { simulationCatalogue } from '@refugia/simulation/index.ts';
import { sceneMaxZoom, sceneMinZoom, tileVersion } from './basemap.ts';
import { palettes } from './palettes.ts';
import { type PictureName, pictureMaxZoom, pictureTilePixels } from './pictures.ts';
import type { ProviderTiles } from './providers.ts';
import { areaNames, placeNames } from './style-names.ts';
import { boundaries, ground, water } from './style-shapes.ts';
import { vectorMaxZoom } from './vector-tiles.ts';

/** Attribution of the data in the wording that its makers require. */
const attribution =
  '<a href="https://www.naturalearthdata.com/" target="_blank" rel="noopener">Natural Earth</a>, <a href="https://www.census.gov/" target="_blank" rel="noopener">U.S. Census Bureau</a>, <a href="https://www.geonames.org/" target="_blank" rel="noopener">GeoNames</a> (CC BY 4.0)';
const pictureAttribution =
  '<a href="https://visibleearth.nasa.gov/" target="_blank" rel="noopener">NASA Blue Marble</a>';
const reliefAttribution =
  '<a href="https://visibleearth.nasa.gov/" target="_blank" rel="noopener">NASA Visible Earth</a>';

interface StyleOptions {
  /** Tiles to show in place of the embedded pictures or of the whole map. */
  provider: ProviderTiles | null;
  /** The summer of the simulated scenes. */
  sceneYear: number;
}

/**
 * The MapLibre style document of a base map. Addresses in it that start with `/` are of the host that
 * served the style.
 */
export function buildStyle(
  name: BaseLayerName,
  { provider, sceneYear }: StyleOptions,
): StyleSpecification {
  const palette = palettes[name];
  const bounds = [...simulationCatalogue.bbox] as [number, number, number, number];
  const showsScenes = palette.picture && provider === null;
  const metadata: BasemapMetadata = {
    'refugia:provider': provider?.name ?? null,
    'refugia:simulated': showsScenes ? { minZoom: sceneMinZoom + 0.5, bounds } : null,
  };
  const document = { version: 8, name: palette.title, metadata } as const;
  if (provider === null) {
    return {
      ...document,
      sources: {
        geography: geographySource,
        ...(palette.picture && {
          satellite: pictureSource('satellite', pictureAttribution),
          [sceneSourceId]: sceneSource(sceneYear, bounds),
        }),
        ...(palette.relief > 0 && { relief: pictureSource('relief', reliefAttribution) }),
      },
      layers: [
        ...ground(palette),
        ...water(palette),
        ...boundaries(palette),
        ...areaNames(palette),
        ...placeNames(palette),
      ],
    };
  }
  const names = [...boundaries(palette), ...areaNames(palette), ...placeNames(palette)];
  return {
    ...document,
    sources: {
      [providerSourceId]: providerSource(provider),
      ...(!provider.isWholeMap && { geography: geographySource }),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': palette.water } },
      { id: 'provider', type: 'raster', source: providerSourceId },
      ...(provider.isWholeMap ? [] : names),
    ],
  };
}

const geographySource: SourceSpecification = {
  type: 'vector',
  tiles: [`/basemap/tiles/${tileVersion}/vector/{z}/{x}/{y}`],
  maxzoom: vectorMaxZoom,
  attribution,
};

function providerSource({
  url,
  tileSize,
  maxZoom,
  attribution,
}: ProviderTiles): SourceSpecification {
  return { type: 'raster', tiles: [url], tileSize, maxzoom: maxZoom, attribution };
}

function sceneSource(year: number, bounds: [number, number, number, number]): SourceSpecification {
  return {
    type: 'raster',
    tiles: [`/basemap/tiles/${tileVersion}/scenes/${year}/{z}/{x}/{y}`],
    tileSize: 512,
    minzoom: sceneMinZoom,
    maxzoom: sceneMaxZoom,
    bounds,
    attribution: simulatedSceneCredit,
  };
}

function pictureSource(name: PictureName, credit: string): SourceSpecification {
  return {
    type: 'raster',
    tiles: [`/basemap/tiles/${tileVersion}/${name}/{z}/{x}/{y}`],
    tileSize: pictureTilePixels,
    maxzoom: pictureMaxZoom,
    attribution: credit,
  };
}

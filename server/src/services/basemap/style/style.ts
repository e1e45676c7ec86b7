import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { BaseLayerName, BasemapMetadata } from '@refugia/contract/basemap.ts';
import { providerSourceId, sceneSourceId } from '@refugia/contract/basemap-sources.ts';
import type { ProviderTiles } from '../providers.ts';
import {
  type EmbeddedKind,
  type EmbeddedSource,
  sceneMinZoom,
  specificationOf,
} from '../sources.ts';
import { areaNames, boundaries, ground, placeNames, water } from './layers.ts';
import { palettes } from './palettes.ts';

/**
 * The MapLibre style document of a base map. Addresses in it that start with `/` are of the host that
 * served the style.
 *
 * @param provider tiles to show in place of the embedded pictures or of the whole map
 * @param embedded the sources of the embedded map
 */
export function buildStyle(
  name: BaseLayerName,
  provider: ProviderTiles | null,
  embedded: Readonly<Record<EmbeddedKind, EmbeddedSource>>,
): StyleSpecification {
  const palette = palettes[name];
  const { bounds } = embedded.scenes;
  const showsScenes = palette.picture && provider === null;
  const metadata: BasemapMetadata = {
    'refugia:provider': provider?.name ?? null,
    'refugia:simulated': showsScenes && bounds ? { minZoom: sceneMinZoom + 0.5, bounds } : null,
  };
  const document = { version: 8, name: palette.title, metadata } as const;
  const geography = specificationOf(embedded.vector);
  const names = [...boundaries(palette), ...areaNames(palette), ...placeNames(palette)];
  if (provider === null) {
    return {
      ...document,
      sources: {
        geography,
        ...(palette.picture && {
          satellite: specificationOf(embedded.satellite),
          [sceneSourceId]: specificationOf(embedded.scenes),
        }),
        ...(palette.relief > 0 && { relief: specificationOf(embedded.relief) }),
      },
      layers: [...ground(palette), ...water(palette), ...names],
    };
  }
  return {
    ...document,
    sources: {
      [providerSourceId]: specificationOf(provider),
      ...(!provider.isWholeMap && { geography }),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': palette.water } },
      { id: 'provider', type: 'raster', source: providerSourceId },
      ...(provider.isWholeMap ? [] : names),
    ],
  };
}

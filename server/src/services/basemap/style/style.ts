import type { LayerSpecification, StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { BaseLayerName, BasemapMetadata } from '@refugia/contract/basemap.ts';
import { providerSourceId, sceneSourceId } from '@refugia/contract/basemap-sources.ts';
import type { ProviderTiles } from '../providers.ts';
import {
  type EmbeddedKind,
  type EmbeddedSource,
  sceneMinZoom,
  specificationOf,
} from '../sources.ts';
import { boundaries, built, byZoom, geographySourceId, ground, pictures, water } from './layers.ts';
import { names } from './names.ts';
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
  const schemas = ['openmaptiles'] as const;
  const background: LayerSpecification = {
    id: 'background',
    type: 'background',
    paint: { 'background-color': palette.picture ? palette.water : palette.land },
  };
  const isOverPicture = palette.picture;
  const overlay = [...boundaries(palette, schemas), ...names(palette, schemas, isOverPicture)];
  if (provider !== null) {
    return {
      ...document,
      sources: {
        [providerSourceId]: specificationOf(provider),
        ...(!provider.isWholeMap && { [geographySourceId]: geography }),
      },
      layers: [
        background,
        { id: 'provider', type: 'raster', source: providerSourceId },
        ...(provider.isWholeMap ? [] : [...water(palette, schemas, 0), ...overlay]),
      ],
    };
  }
  if (isOverPicture) {
    return {
      ...document,
      sources: {
        [geographySourceId]: geography,
        satellite: specificationOf(embedded.satellite),
        [sceneSourceId]: specificationOf(embedded.scenes),
      },
      layers: [
        background,
        ...pictures(),
        // The picture shows lakes until its pixels get coarse.
        ...water(palette, schemas, byZoom([5, 0], [7, 0.9])),
        ...overlay,
      ],
    };
  }
  return {
    ...document,
    sources: { [geographySourceId]: geography, relief: specificationOf(embedded.relief) },
    layers: [
      background,
      ...ground(palette, schemas),
      ...water(palette, schemas, 1),
      ...built(palette, schemas),
      ...overlay,
    ],
  };
}

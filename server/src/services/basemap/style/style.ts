import type { LayerSpecification, StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { BaseLayerName, BasemapMetadata } from '@refugia/contract/basemap.ts';
import {
  geographySourceId,
  providerSourceId,
  sceneSourceId,
} from '@refugia/contract/basemap-sources.ts';
import { type StyleSources, sceneMinZoom, specificationOf } from '../sources.ts';
import { boundaries, built, byZoom, ground, pictures, water } from './layers.ts';
import { names } from './names.ts';
import { palettes } from './palettes.ts';

/** The MapLibre style of a base map. Addresses that start with `/` are of the host that served it. */
export function buildStyle(name: BaseLayerName, sources: StyleSources): StyleSpecification {
  const palette = palettes[name];
  const { pictures: provider, isWholeMap } = sources;
  const { bounds } = sources.scenes;
  const showsScenes = palette.picture && provider === null;
  const metadata: BasemapMetadata = {
    'refugia:simulated': showsScenes && bounds ? { minZoom: sceneMinZoom + 0.5, bounds } : null,
  };
  const document = { version: 8, name: palette.title, metadata } as const;
  const geography = specificationOf(sources.vector);
  const { schemas = [] } = sources.vector;
  const background: LayerSpecification = {
    id: 'background',
    type: 'background',
    paint: { 'background-color': palette.picture ? palette.water : palette.land },
  };
  const isOverPicture = palette.picture;
  const overlay = [...boundaries(palette, schemas), ...names(palette, schemas, isOverPicture)];
  const pictureLayer = { id: 'provider', type: 'raster', source: providerSourceId } as const;
  if (provider !== null && isOverPicture) {
    return {
      ...document,
      sources: {
        [providerSourceId]: specificationOf(provider),
        ...(!isWholeMap && { [geographySourceId]: geography }),
      },
      layers: [
        background,
        pictureLayer,
        ...(isWholeMap ? [] : [...water(palette, schemas, 0), ...overlay]),
      ],
    };
  }
  if (isOverPicture) {
    return {
      ...document,
      sources: {
        [geographySourceId]: geography,
        satellite: specificationOf(sources.satellite),
        [sceneSourceId]: specificationOf(sources.scenes),
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
    sources: {
      [geographySourceId]: geography,
      relief: specificationOf(sources.relief),
      ...(provider && { [providerSourceId]: specificationOf(provider) }),
    },
    layers: [
      background,
      ...ground(palette, schemas),
      ...water(palette, schemas, 1),
      ...built(palette, schemas),
      ...overlay,
      // Where a picture of the whole map is missing, it is transparent and the map below shows.
      ...(provider ? [pictureLayer] : []),
    ],
  };
}

import type { SourceSpecification } from '@maplibre/maplibre-gl-style-spec';
import { simulatedSceneCredit } from '@refugia/contract/basemap-sources.ts';

/** Tiles of a base map, wherever they come from: a service, or this server's own. */
export interface TileSource {
  readonly type: 'raster' | 'vector';
  /** XYZ template. It begins with `/` for tiles of the server that served the style. */
  readonly url: string;
  /** CSS pixels along a tile's side. */
  readonly tileSize: 256 | 512;
  readonly minZoom?: number;
  readonly maxZoom: number;
  /** West, south, east, north in degrees; all of the world when left out. */
  readonly bounds?: readonly [number, number, number, number];
  /** The attribution in HTML, as the makers of the data require it. */
  readonly attribution: string;
}

/** Tiles that this server makes and stores. */
export interface EmbeddedSource extends TileSource {
  /** What makes them. */
  readonly maker:
    | { readonly kind: 'vector' | PictureName }
    /** Simulated scenes of a summer. */
    | { readonly kind: 'scenes'; readonly year: number };
  /** Names the tiles in addresses and in the store: the kind, and of scenes also the year. */
  readonly path: string;
  /** Tiles up to this zoom are stored. Deeper ones are made quickly. */
  readonly storedMaxZoom: number;
}

export type EmbeddedKind = 'vector' | PictureName | 'scenes';
/** The pictures of the whole globe. */
export type PictureName = 'satellite' | 'relief';

/**
 * The version changes whenever tiles look different. It is part of their address, so that browsers
 * may keep tiles for ever, and of the store's folder.
 */
export const tileVersion = '3';

/** The deepest zoom of the vector tiles. The map draws closer views from these. */
export const vectorMaxZoom = 10;
/**
 * The deepest zoom of pictures. The Blue Marble's own resolution ends at zoom 3 of such tiles. At
 * deeper zooms the warp interpolates smoothly across the edges of tiles, whereas a map that
 * enlarges tiles would show seams.
 */
const pictureMaxZoom = 8;
/**
 * Simulated scenes are made from this zoom, where the picture of the globe still shows, up to the zoom
 * where a pixel is 10 m.
 */
export const sceneMinZoom = 6;
const sceneMaxZoom = 13;
/** Up to this zoom tiles of vectors and pictures are stored. */
const storedMaxZoom = 6;

/** Tiles of 512 pixels, twice the usual number: it suits dense screens and needs a quarter of the requests. */
function embedded(
  maker: EmbeddedSource['maker'],
  properties: Pick<EmbeddedSource, 'maxZoom' | 'attribution'> & Partial<EmbeddedSource>,
): EmbeddedSource {
  const path = maker.kind === 'scenes' ? `scenes/${maker.year}` : maker.kind;
  const url = `/basemap/tiles/${tileVersion}/${path}/{z}/{x}/{y}`;
  return { maker, path, url, type: 'raster', tileSize: 512, storedMaxZoom, ...properties };
}

/** A link in an attribution. */
export const link = (url: string, text: string) =>
  `<a href="${url}" target="_blank" rel="noopener">${text}</a>`;

/** The simulated scenes of one summer, and where they lie: west, south, east, north in degrees. */
export interface Scenes {
  readonly year: number;
  readonly bounds: readonly [number, number, number, number];
}

/** The sources of the embedded base map. */
export function embeddedSources({
  year,
  bounds,
}: Scenes): Readonly<Record<EmbeddedKind, EmbeddedSource>> {
  return {
    vector: embedded(
      { kind: 'vector' },
      {
        type: 'vector',
        maxZoom: vectorMaxZoom,
        // In the wording that the makers of the data require.
        attribution: [
          link('https://www.naturalearthdata.com/', 'Natural Earth'),
          link('https://www.census.gov/', 'U.S. Census Bureau'),
          `${link('https://www.geonames.org/', 'GeoNames')} (CC BY 4.0)`,
        ].join(', '),
      },
    ),
    satellite: embedded(
      { kind: 'satellite' },
      {
        maxZoom: pictureMaxZoom,
        attribution: link('https://visibleearth.nasa.gov/', 'NASA Blue Marble'),
      },
    ),
    relief: embedded(
      { kind: 'relief' },
      {
        maxZoom: pictureMaxZoom,
        attribution: link('https://visibleearth.nasa.gov/', 'NASA Visible Earth'),
      },
    ),
    scenes: embedded(
      { kind: 'scenes', year },
      {
        minZoom: sceneMinZoom,
        maxZoom: sceneMaxZoom,
        storedMaxZoom: sceneMaxZoom,
        bounds,
        attribution: simulatedSceneCredit,
      },
    ),
  };
}

/** A source as a style names it. */
export function specificationOf({
  type,
  url,
  tileSize,
  minZoom,
  maxZoom,
  bounds,
  attribution,
}: TileSource): SourceSpecification {
  return {
    type,
    tiles: [url],
    ...(type === 'raster' && { tileSize }),
    ...(minZoom !== undefined && { minzoom: minZoom }),
    maxzoom: maxZoom,
    ...(bounds && { bounds: [...bounds] }),
    attribution,
  };
}

import type { SourceSpecification } from '@maplibre/maplibre-gl-style-spec';
import { simulatedSceneCredit } from '@refugia/contract/basemap-sources.ts';
import type { Bounds } from '@refugia/engine/geo/bounds.ts';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { simulationCatalogue } from '@refugia/simulation/index.ts';
import { link } from './credits.ts';

/** How vector tiles name their layers: OpenMapTiles' schema, or that of Protomaps' basemaps. */
export type VectorSchema = 'openmaptiles' | 'protomaps';

/** What a style says of tiles. */
export interface SourceFacts {
  /** Names the tiles in addresses and in the store. It may have slashes. */
  readonly id: string;
  /** Changes whenever the tiles do, so that browsers may keep them. It is part of their addresses. */
  readonly version: string;
  readonly type: 'raster' | 'vector';
  /** The schemas that vector tiles may have. */
  readonly schemas?: readonly VectorSchema[];
  /** CSS pixels along a tile's side. */
  readonly tileSize: 256 | 512;
  readonly minZoom?: number;
  readonly maxZoom: number;
  /** West, south, east, north in degrees; all of the world when left out. */
  readonly bounds?: Readonly<Bounds>;
  /** The attribution in HTML, as the makers of the data require it. */
  readonly attribution: string;
}

export interface Tile {
  /** A vector tile is packed by gzip. */
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** Until when caches may keep it, in milliseconds of the clock; infinite for as long as they like. */
  readonly freshUntil: number;
}

/** Where a source has vector tiles. */
export interface Reach extends Pick<SourceFacts, 'bounds'> {
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Whether its tiles have the sea, whose shapes are not part of every extract. */
  readonly hasSea: boolean;
}

/** Tiles of a base map, wherever they come from: a service, a file, or this server's own. */
export interface TileSource extends SourceFacts {
  /** Of vector tiles that may be those of a region, which are laid over the tiles below. */
  readonly reach?: Reach | undefined;
  /**
   * @param signal aborts when the caller leaves
   * @returns null where the source has no such tile
   * @throws {OutboundError} while a service does not answer
   */
  tile(address: TileAddress, signal?: AbortSignal): Promise<Tile | null>;
}

export interface StyleSources {
  /** Lines, areas and names: of files, a service and the embedded map, tile by tile. */
  readonly vector: SourceFacts;
  readonly satellite: SourceFacts;
  readonly relief: SourceFacts;
  readonly scenes: SourceFacts;
  /** Pictures that take the place of our own. */
  readonly pictures: SourceFacts | null;
  /** Whether they are a complete map, or imagery over which our own lines and names are drawn. */
  readonly isWholeMap: boolean;
}

/** Tiles that this server makes and stores. */
export interface EmbeddedSource extends SourceFacts {
  readonly kind: EmbeddedKind;
  readonly year?: number;
  /** Tiles up to this zoom are stored. Deeper ones are made quickly. */
  readonly storedMaxZoom: number;
}

export type EmbeddedKind = 'vector' | PictureName | 'scenes';
export type PictureName = 'satellite' | 'relief';

/** Changes whenever the tiles do. It is part of their addresses and of the store's folder. */
export const tileVersion = '6';

/**
 * The deepest zoom of the embedded vector tiles alone. The map draws closer views from these. Each tile names the area
 * that it shows, so one fills about a screen at the deepest zoom at which a person should know where it is.
 */
const vectorMaxZoom = 12;
/** Up to this zoom embedded tiles are made in place of those of a file or a service. */
export const standInMaxZoom = 14;
/**
 * The deepest zoom of pictures. The Blue Marble's own resolution ends at zoom 3 of such tiles. At
 * deeper zooms the warp interpolates smoothly across the edges of tiles, whereas a map that
 * enlarges tiles would show seams.
 */
const pictureMaxZoom = 8;
/** From here, where the globe's picture still shows, to the zoom at which a pixel is 10 m. */
export const sceneMinZoom = 6;
const sceneMaxZoom = 13;
/** Up to this zoom tiles of vectors and pictures are stored. */
const storedMaxZoom = 6;

/**
 * The sources of the embedded base map.
 * @param year of the simulated scenes
 */
export function embeddedSources(year: number): Readonly<Record<EmbeddedKind, EmbeddedSource>> {
  // Tiles of 512 pixels, twice the usual number, suit dense screens and need a quarter of the requests.
  const facts = { version: tileVersion, type: 'raster', tileSize: 512, storedMaxZoom } as const;
  const picture = (kind: PictureName, name: string) => {
    const attribution = link('https://visibleearth.nasa.gov/', name);
    return { ...facts, id: kind, kind, maxZoom: pictureMaxZoom, attribution };
  };
  return {
    vector: {
      ...facts,
      id: 'vector',
      kind: 'vector',
      type: 'vector',
      schemas: ['openmaptiles'],
      maxZoom: vectorMaxZoom,
      // In the wording that the makers of the data require.
      attribution: [
        link('https://www.naturalearthdata.com/', 'Natural Earth'),
        link('https://www.census.gov/', 'U.S. Census Bureau'),
        `${link('https://www.geonames.org/', 'GeoNames')} (CC BY 4.0)`,
      ].join(', '),
    },
    satellite: picture('satellite', 'NASA Blue Marble'),
    relief: picture('relief', 'NASA Visible Earth'),
    scenes: {
      ...facts,
      id: `scenes/${year}`,
      kind: 'scenes',
      year,
      minZoom: sceneMinZoom,
      maxZoom: sceneMaxZoom,
      storedMaxZoom: sceneMaxZoom,
      bounds: simulationCatalogue.bbox,
      attribution: simulatedSceneCredit,
    },
  };
}

/** A source as a style names it. */
export function specificationOf(source: SourceFacts): SourceSpecification {
  const { type, tileSize, minZoom, maxZoom, bounds, attribution } = source;
  return {
    type,
    tiles: [`/basemap/tiles/${source.version}/${source.id}/{z}/{x}/{y}`],
    ...(type === 'raster' && { tileSize }),
    ...(minZoom !== undefined && { minzoom: minZoom }),
    maxzoom: maxZoom,
    ...(bounds && { bounds: [...bounds] }),
    attribution,
  };
}

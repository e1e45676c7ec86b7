import { wrapLongitude } from '@refugia/engine/geo/position.ts';
import { type TileAddress, tileAt } from '@refugia/engine/geo/web-mercator.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { PartAppearance, ValueAppearance } from './appearance.ts';
import {
  type DrawnTile,
  drawnTiles,
  matrixOfPlace,
  type PlacedTile,
  tilesOfPlaces,
  tileTouches,
} from './drawn-tiles.ts';
import { type FetchTile, TileStore } from './tile-store.ts';
import type { Frame } from './value-canvas.ts';

/** The source of a layer's numbers. */
export interface ValueSource {
  /** The bounds in degrees: west, south, east, north. East is over 180 beyond the antimeridian. */
  readonly box: readonly [number, number, number, number];
  readonly minZoom: number;
  /** The deepest zoom of the tiles, which have 512 pixels. Closer views enlarge them. */
  readonly maxZoom: number;
  readonly fetchTile: FetchTile;
}

/** The loading state of the visible tiles. */
export type ValueLayerStatus = 'loading' | 'loaded' | 'failed';

/** The smallest size of a tile on the screen. Below it a coarser tile is used. */
const tilePixels = 512;

interface ValueLayerListeners {
  readonly onStatus: (status: ValueLayerStatus) => void;
  /** Called when the layer has to be drawn again. */
  readonly onChange: () => void;
}

/**
 * A layer of a raster's numbers that the graphics card colours, so that changing its appearance
 * needs no request. It holds its own tiles, and survives changes of the base map and of the
 * graphics context.
 */
export class ValueLayer {
  readonly #source: ValueSource;
  readonly #store: TileStore;
  readonly #overview: TileAddress;
  readonly #listeners: ValueLayerListeners;
  #appearance: ValueAppearance;
  #wanted: readonly TileAddress[];
  /** The tiles in view of a map that has not moved since. */
  #places: readonly PlacedTile[] | undefined;
  #status: ValueLayerStatus = 'loading';

  constructor(source: ValueSource, appearance: ValueAppearance, listeners: ValueLayerListeners) {
    this.#source = source;
    this.#appearance = appearance;
    this.#listeners = listeners;
    this.#overview = overviewTile(source);
    this.#wanted = [this.#overview];
    this.#store = new TileStore({
      fetchTile: source.fetchTile,
      onChange: () => {
        this.#tellStatus();
        listeners.onChange();
      },
    });
  }

  /** Changes the appearance from the next frame on. */
  setAppearance(appearance: ValueAppearance): void {
    this.#appearance = appearance;
    this.#listeners.onChange();
  }

  retry(): void {
    this.#store.forgetFailures();
  }

  /** Ends the layer for good and frees its tiles. */
  close(): void {
    this.#store.close();
  }

  /** Requests the tiles that the map shows, and draws those that have loaded. */
  draw(frame: Frame): void {
    const { painter } = frame;
    painter.paint(this.#tilesNow(frame), this.#appearance, matrixOf(frame));
  }

  /** Like `draw`, but adds what the layer contributes to a combination. */
  drawPart(frame: Frame, part: PartAppearance): void {
    frame.painter.paintPart(this.#tilesNow(frame), part, matrixOf(frame));
  }

  #tilesNow({ map, isStill }: Frame): readonly DrawnTile[] {
    if (!isStill || this.#places === undefined) {
      this.#places = placesInView(map, this.#source);
      this.#wanted = [this.#overview, ...tilesOfPlaces(this.#places)];
    }
    this.#store.want(this.#wanted);
    this.#tellStatus();
    return drawnTiles(this.#places, (address) => this.#store.peek(address));
  }

  #tellStatus(): void {
    const status = this.#store.hasAll(this.#wanted)
      ? 'loaded'
      : this.#store.hasFailed(this.#wanted)
        ? 'failed'
        : 'loading';
    if (status === this.#status) return;
    this.#status = status;
    this.#listeners.onStatus(status);
  }
}

const matrixOf =
  ({ map, size }: Frame) =>
  ({ place }: DrawnTile) =>
    matrixOfPlace(map, size, place);

/** The tiles of a source that the map shows, those in the middle first. */
function placesInView(map: MapLibreMap, { box, minZoom, maxZoom }: ValueSource): PlacedTile[] {
  const isFine = window.devicePixelRatio >= 1.5;
  return map
    .coveringTiles({
      tileSize: isFine ? tilePixels / 2 : tilePixels,
      minzoom: minZoom,
      maxzoom: maxZoom,
      roundZoom: true,
    })
    .map(({ wrap, canonical: { z, x, y } }) => ({ z, x, y, wrap }))
    .filter((place) => tileTouches(place, box));
}

/** The smallest tile with the whole source. It is shown where others are still loading. */
function overviewTile({
  box: [west, south, east, north],
  minZoom,
  maxZoom,
}: ValueSource): TileAddress {
  let overview: TileAddress = { z: 0, x: 0, y: 0 };
  for (let z = 1; z <= maxZoom; z++) {
    const first = tileAt(wrapLongitude(west), north, z);
    const last = tileAt(wrapLongitude(east), south, z);
    if (east > 180 || first.x !== last.x || first.y !== last.y) break;
    overview = first;
  }
  if (overview.z >= minZoom) return overview;
  return tileAt(wrapLongitude((west + east) / 2), (south + north) / 2, minZoom);
}

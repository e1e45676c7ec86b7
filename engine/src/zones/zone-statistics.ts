import type { MultiPolygon, Polygon } from 'geojson';
import { boundsOf, positionsOfGeometry } from '../geo/bounds.ts';
import { countedBounds, type LonLatBounds } from '../raster/footprint.ts';
import type { Window } from '../raster/grid.ts';
import { pixelAreas } from '../raster/pixel-areas.ts';
import { rowsOfWindow } from '../raster/window.ts';
import { type Cog, openCog } from '../render/cog.ts';
import type { SampleWindow } from '../render/sampled-raster.ts';
import { FileSource } from '../source/file-source.ts';
import { shareOf, ZoneCover, type ZoneEdgeRule } from './row-cover.ts';
import { type ZoneEdges, zoneEdges } from './zone-edges.ts';

/** An area in longitude and latitude whose rings don't cross themselves, and whose polygons don't overlap. */
export type Zone = Polygon | MultiPolygon;

export interface ZoneQuestion {
  readonly edges: ZoneEdgeRule;
  /** Ground with this value or a larger one is counted apart. */
  readonly threshold: number;
  readonly signal?: AbortSignal | undefined;
  /** @param share 0 to 1 */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** What a raster holds in a zone, weighted by area. The sum of its values over the ground is mean × hectares. */
export interface ZoneStatistics {
  /** The zone's ground with a value, on the ellipsoid. */
  readonly hectares: number;
  /** Null without ground that has a value. */
  readonly mean: number | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** Of the ground, what has the threshold's value or a larger one. */
  readonly hectaresAbove: number;
}

/** So many pixels are read at a time. */
const pixelsAtOnce = 2 ** 22;

/** A zone during the pass, in samples of the raster. */
interface Measured {
  readonly edges: ZoneEdges;
  readonly cover: ZoneCover;
  readonly sums: Sums;
}

class Sums {
  hectares = 0;
  weighted = 0;
  minimum = Infinity;
  maximum = -Infinity;
  hectaresAbove = 0;
}

/**
 * Measures a raster's values in zones, all of them in one pass over its rows. A pixel has its area on the WGS 84 ellipsoid
 * and, by the rule "share", the part of it that the zone covers: the exact area of the zone within the pixel.
 * A centre exactly on an edge belongs to the pixel to the right of it or below it, as in GDAL. Zones may overlap.
 * @param path of a file that `ingestRaster`, `buildValuedRaster` or `buildCombinedRaster` has written
 * @returns the statistics in the order of the zones
 * Rejects with RangeError for a zone that the raster's projection doesn't reach, as reading the file does, or
 * with the signal's reason.
 */
export async function zoneStatistics(
  path: string,
  zones: readonly Zone[],
  question: ZoneQuestion,
): Promise<ZoneStatistics[]> {
  const { signal, onProgress } = question;
  await using file = await FileSource.open(path);
  const cog = await openCog(file, signal);
  const sums = zones.map(() => new Sums());
  const bounds = countedBounds({ ...cog.image, affine: cog.affine }, cog.crs);
  const placed = zones.flatMap((zone, index) =>
    edgesOn(cog, bounds, zone).map((edges) => ({ edges, index })),
  );
  const window = windowAround(
    placed.map(({ edges }) => edges),
    cog.image,
  );
  if (window) {
    const { width } = cog.image;
    const measured = placed
      .map(({ edges, index }): Measured => {
        return { edges, cover: new ZoneCover(edges, question.edges, width), sums: sums[index] };
      })
      .sort((one, other) => one.edges.top - other.edges.top);
    const pass = new Pass(measured, {
      columns: width,
      areasIn: pixelAreas({ width, affine: cog.affine, crs: cog.crs }),
      // Thresholds are decimals, which samples times a scale only nearly are.
      threshold: (question.threshold - cog.offset) / cog.scale - 1e-6,
    });
    for (const part of rowsOfWindow(window, pixelsAtOnce)) {
      signal?.throwIfAborted();
      pass.measure(await cog.read(0, part));
      onProgress?.((part.row + part.height - window.row) / window.height);
    }
  }
  return sums.map((each) => statisticsOf(each, cog));
}

interface PassGrid {
  readonly columns: number;
  readonly areasIn: (row: number) => Float64Array;
  /** In samples. */
  readonly threshold: number;
}

/** Sums up rows of pixels from the top. */
class Pass {
  readonly #zones: readonly Measured[];
  readonly #grid: PassGrid;
  readonly #changes: Float64Array;
  #active: Measured[] = [];
  #next = 0;

  /** @param zones the upper ones first */
  constructor(zones: readonly Measured[], grid: PassGrid) {
    this.#zones = zones;
    this.#grid = grid;
    this.#changes = new Float64Array(grid.columns + 2);
  }

  measure(samples: SampleWindow): void {
    for (let row = samples.row; row < samples.row + samples.height; row++) {
      while (this.#next < this.#zones.length && this.#zones[this.#next].edges.top < row + 1) {
        this.#active.push(this.#zones[this.#next++]);
      }
      this.#active = this.#active.filter(({ edges }) => edges.bottom > row);
      if (this.#active.length === 0) continue;
      const areas = this.#grid.areasIn(row);
      for (const { cover, sums } of this.#active) {
        const [first, end] = cover.addRow(row, this.#changes);
        this.#sumRow({ samples, row, areas, first, end }, sums);
        // The last change is beyond the pixels, and changes need not add up to exactly 0.
        this.#changes.fill(0, end, end + 2);
      }
    }
  }

  #sumRow({ samples, row, areas, first, end }: CoveredRow, sums: Sums): void {
    const { valid } = samples;
    const [numbers] = samples.bands;
    const before = (row - samples.row) * samples.width - samples.column;
    const changes = this.#changes;
    const { threshold } = this.#grid;
    let { hectares, weighted, minimum, maximum, hectaresAbove } = sums;
    let cover = 0;
    for (let column = first; column < end; column++) {
      cover += changes[column];
      changes[column] = 0;
      const share = shareOf(cover);
      if (share === 0 || valid[before + column] === 0) continue;
      const area = areas[column] * share;
      // Where the projection doesn't reach, a pixel has no area.
      if (!(area > 0)) continue;
      const number = numbers[before + column];
      hectares += area;
      weighted += area * number;
      if (number < minimum) minimum = number;
      if (number > maximum) maximum = number;
      if (number >= threshold) hectaresAbove += area;
    }
    sums.hectares = hectares;
    sums.weighted = weighted;
    sums.minimum = minimum;
    sums.maximum = maximum;
    sums.hectaresAbove = hectaresAbove;
  }
}

/** A row of pixels of which a zone covers some between two columns. */
interface CoveredRow {
  readonly samples: SampleWindow;
  readonly row: number;
  readonly areas: Float64Array;
  readonly first: number;
  readonly end: number;
}

function statisticsOf(sums: Sums, { scale, offset }: Cog): ZoneStatistics {
  const { hectares, weighted, minimum, maximum, hectaresAbove } = sums;
  const inUnits = (number: number) => (hectares > 0 ? number * scale + offset : null);
  return {
    hectares,
    mean: inUnits(weighted / hectares),
    minimum: inUnits(minimum),
    maximum: inUnits(maximum),
    hectaresAbove,
  };
}

/** A zone on a raster's grid: nothing beside it, and several times on a grid that goes around the earth. */
function edgesOn(
  { affine, crs, image: { width, height } }: Cog,
  bounds: LonLatBounds | undefined,
  zone: Zone,
): ZoneEdges[] {
  if (!bounds) return [];
  const box = boundsOf(positionsOfGeometry(zone));
  const turns = [0, 360, -360].filter((turn) => meets(box, bounds, turn));
  if (turns.length === 0) return [];
  // Only degrees are counted on; projections know each place once.
  return (crs.isGeographic ? turns : [0])
    .map((turn) => zoneEdges(zone, { affine, crs }, turn))
    .filter(
      ({ left, top, right, bottom }) => right > 0 && bottom > 0 && left < width && top < height,
    );
}

function meets(
  [west, south, east, north]: LonLatBounds,
  bounds: LonLatBounds,
  turn: number,
): boolean {
  const overlap = west + turn <= bounds[2] && east + turn >= bounds[0];
  return overlap && south <= bounds[3] && north >= bounds[1];
}

/** The pixels around all zones; undefined without a zone on the raster. */
function windowAround(
  zones: readonly ZoneEdges[],
  { width, height }: { readonly width: number; readonly height: number },
): Window | undefined {
  if (zones.length === 0) return undefined;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const zone of zones) {
    left = Math.min(left, Math.max(0, Math.floor(zone.left)));
    top = Math.min(top, Math.max(0, Math.floor(zone.top)));
    right = Math.max(right, Math.min(width, Math.ceil(zone.right)));
    bottom = Math.max(bottom, Math.min(height, Math.ceil(zone.bottom)));
  }
  const window = { column: left, row: top, width: right - left, height: bottom - top };
  return window.width > 0 && window.height > 0 ? window : undefined;
}

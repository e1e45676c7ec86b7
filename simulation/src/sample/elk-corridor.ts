import { createSamples, type Samples, type SampleType } from '@refugia/engine/raster/samples.ts';
import { forEachNear } from '@refugia/engine/raster/window.ts';
import { type Palette, writeCog } from '@refugia/engine/tiff/index.ts';
import { makeGround, slopeUnit } from '../ground/ground.ts';
import type { Ground } from '../ground/ground-types.ts';
import { defaultSeed } from '../world/noise.ts';
import { surfaceIndex, surfaces } from '../world/surfaces.ts';
import type { UtmGrid } from '../world/utm-grid.ts';

/** A valley between wooded ranges in Montana, 24 × 20 km. */
const grid: UtmGrid = {
  zone: 12,
  west: 512_000,
  north: 5_042_000,
  pixelMeters: 100,
  width: 240,
  height: 200,
};
const epsg = 32_600 + grid.zone;

/** Woods are counted in a square of so many pixels on each side of the middle. */
const woodsReach = 4;

/** The classes of winter forage, in their order from code 1, with the surfaces that fall into each. */
const forageColours: Palette = [
  [150, 160, 165],
  [44, 92, 60],
  [186, 178, 128],
  [148, 190, 92],
];
const forageOfGroup = { water: 1, built: 1, bare: 1, forest: 2, open: 4, crop: 4 } as const;
const fairForage: ReadonlySet<number> = new Set([
  surfaceIndex.sagebrush,
  surfaceIndex.desertShrub,
  surfaceIndex.chaparral,
  surfaceIndex.aspen,
  surfaceIndex.deciduous,
]);

/** A raster of the sample, before it is written as a file. */
interface SampleLayer {
  /** What the file tells about its band. */
  readonly description: string;
  readonly unit?: string;
  readonly sampleType: SampleType;
  readonly palette?: Palette;
  make(ground: Ground): (pixel: number) => number;
}

/** The layers of the sample by the names of their files. */
const layers: Readonly<Record<string, SampleLayer>> = {
  'forest_cover.tif': {
    description: 'Share of the ground within 450 m that is wooded (simulated)',
    unit: '%',
    sampleType: 'uint8',
    make: ({ surface }) => {
      const isWooded = Uint8Array.from(surface, (kind) =>
        surfaces[kind].group === 'forest' ? 1 : 0,
      );
      return (pixel) => Math.round(100 * meanAround(isWooded, pixel));
    },
  },
  'distance_to_roads.tif': {
    description: 'Distance to the nearest road (simulated)',
    unit: 'm',
    sampleType: 'float32',
    make: (ground) => {
      const meters = roadDistances(ground);
      return (pixel) => Math.round(meters[pixel]);
    },
  },
  'slope.tif': {
    description: 'Slope of the ground (simulated)',
    unit: 'degrees',
    sampleType: 'float32',
    make:
      ({ slopeEast, slopeNorth }) =>
      (pixel) => {
        const rise = Math.hypot(slopeEast[pixel], slopeNorth[pixel]) * slopeUnit;
        return Math.round((Math.atan(rise) * 1800) / Math.PI) / 10;
      },
  },
  'winter_forage.tif': {
    description: 'Winter forage: 1 none, 2 poor, 3 fair, 4 good (simulated)',
    sampleType: 'uint8',
    palette: Array.from({ length: 256 }, (_, code) => forageColours[code - 1] ?? [0, 0, 0]),
    make:
      ({ surface }) =>
      (pixel) =>
        fairForage.has(surface[pixel]) ? 3 : forageOfGroup[surfaces[surface[pixel]].group],
  },
};

/**
 * Makes the rasters of a sample project about a corridor for elk: GeoTIFFs of the simulated country with
 * pixels of 100 m, which tell what they hold and in what unit. They are the same each time, and take
 * some tenths of a second.
 * @returns the files' bytes by their names
 */
export async function makeElkCorridor(): Promise<ReadonlyMap<string, Uint8Array>> {
  const ground = makeGround(grid, defaultSeed, { withEvents: false });
  const files = new Map<string, Uint8Array>();
  for (const [name, layer] of Object.entries(layers)) files.set(name, await write(layer, ground));
  return files;
}

async function write(layer: SampleLayer, ground: Ground): Promise<Uint8Array> {
  const { description, unit, sampleType, palette, make } = layer;
  const numberAt = make(ground);
  const samples: Samples = createSamples(sampleType, grid.width * grid.height);
  for (let pixel = 0; pixel < samples.length; pixel++) samples[pixel] = numberAt(pixel);
  const { west, north, pixelMeters, width, height } = grid;
  const affine = [pixelMeters, 0, west, 0, -pixelMeters, north] as const;
  const chunks: Uint8Array[] = [];
  await writeCog(
    {
      ...{ width, height, sampleType, samples: [samples], affine, epsg, palette },
      bands: [{ description, ...(unit && { unit }) }],
    },
    { write: async (bytes) => void chunks.push(bytes.slice()) },
    { overviews: palette ? 'mode' : 'average' },
  );
  return Buffer.concat(chunks);
}

/** The mean of a pixel's square, as far as it lies on the grid. */
function meanAround(numbers: Uint8Array, pixel: number): number {
  let sum = 0;
  let count = 0;
  forEachNear(pixel, woodsReach, grid, (near) => {
    sum += numbers[near];
    count++;
  });
  return sum / count;
}

/**
 * The distance of each pixel from the nearest road in meters, between the middles of pixels: the nearest
 * road of each column first, and the nearest of those.
 */
function roadDistances({ surface, other, otherShare }: Ground): Float64Array {
  const { width, pixelMeters } = grid;
  const { asphalt, track } = surfaceIndex;
  const isRoad = (kind: number) => kind === asphalt || kind === track;
  const inColumn = Float64Array.from(surface, (kind, pixel) =>
    isRoad(kind) || (isRoad(other[pixel]) && otherShare[pixel] > 0) ? 0 : Number.POSITIVE_INFINITY,
  );
  const last = inColumn.length - 1;
  for (let pixel = width; pixel <= last; pixel++) {
    inColumn[pixel] = Math.min(inColumn[pixel], inColumn[pixel - width] + 1);
    inColumn[last - pixel] = Math.min(inColumn[last - pixel], inColumn[last - pixel + width] + 1);
  }
  return inColumn.map((_, pixel) => {
    const [column, first] = [pixel % width, pixel - (pixel % width)];
    let nearest = Number.POSITIVE_INFINITY;
    for (let x = 0; x < width; x++) {
      nearest = Math.min(nearest, (x - column) ** 2 + inColumn[first + x] ** 2);
    }
    return Math.sqrt(nearest) * pixelMeters;
  });
}

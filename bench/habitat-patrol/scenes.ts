import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import type { Window } from '@refugia/engine/raster/grid.ts';
import { rangeSource } from '@refugia/engine/source/range-source.ts';
import type { Transport } from '@refugia/engine/source/transport.ts';
import { openTiff, readWindow, writeCog, writeFileAtomically } from '@refugia/engine/tiff/index.ts';
import { createSimulationTransport, simulationCatalogue } from '@refugia/simulation/index.ts';

/** What is cut out of the simulated scenes: 25.6 km squares, 2,560 pixels of 10 m wide. */
const side = { pixels: 2560, pixelSizeMeters: 10 };
const assetKeys = ['blue', 'green', 'red', 'nir', 'swir16', 'swir22', 'scl'] as const;

/** Inside one tile of UTM zone 14, in the middle of Nebraska. */
export const benchmark = {
  center: { longitude: -98.35, latitude: 41.05 },
  startDate: '2019-07-15',
  endDate: '2021-07-15',
  /** The season of the date after in the years before, for the check of what comes back every year. */
  earlierDates: ['2018-07-15', '2017-07-15'],
  windowDays: 12,
  /** Scenes of earlier years are a collection of their own, so that a run can do without them. */
  earlierCollection: 'earlier-years',
} as const;

interface Item {
  id: string;
  collection?: string;
  properties: Record<string, unknown>;
  assets: Record<string, { href: string; 'proj:shape'?: number[]; 'proj:transform'?: number[] }>;
}

/**
 * Writes simulated scenes as ordinary COGs with their STAC items, so that both sides of a benchmark
 * read the same files from the same server. What is there already is kept.
 */
export async function writeBenchmarkScenes(folder: string): Promise<void> {
  const transport = createSimulationTransport();
  const { startDate, endDate, earlierDates } = benchmark;
  for (const date of [startDate, endDate, ...earlierDates]) {
    for (const item of await findItems(transport, date)) {
      if (existsSync(join(folder, item.id, 'item.json'))) continue;
      const isEarlier = date !== startDate && date !== endDate;
      if (isEarlier) item.collection = benchmark.earlierCollection;
      await writeScene(transport, item, folder);
    }
  }
}

async function findItems(transport: Transport, date: string): Promise<Item[]> {
  const { longitude, latitude } = benchmark.center;
  const day = (offset: number) =>
    new Date(Date.parse(date) + offset * 86_400_000).toISOString().slice(0, 10);
  const found = (await transport.json(`${simulationCatalogue.catalogueUrl}/search`, {
    body: {
      collections: simulationCatalogue.collections,
      // The catalogue is asked for areas, so the centre is a square of some 20 m.
      intersects: rectanglePolygon([
        longitude - 1e-4,
        latitude - 1e-4,
        longitude + 1e-4,
        latitude + 1e-4,
      ]),
      datetime: `${day(-benchmark.windowDays)}T00:00:00Z/${day(benchmark.windowDays)}T23:59:59Z`,
      limit: 100,
    },
  })) as { features: Item[] };
  const tiles = new Set(found.features.map((item) => item.properties['grid:code']));
  const [tile] = [...tiles].sort();
  return found.features.filter((item) => item.properties['grid:code'] === tile);
}

async function writeScene(transport: Transport, item: Item, folder: string): Promise<void> {
  console.error(`Writing ${item.id} for the benchmark (once) …`);
  const sceneFolder = join(folder, item.id);
  await mkdir(sceneFolder, { recursive: true });
  for (const key of assetKeys) {
    const asset = item.assets[key];
    if (!asset) throw new Error(`The simulated scene ${item.id} has no asset ${key}.`);
    await writeAsset(transport, asset, join(sceneFolder, `${key}.tif`));
  }
  await writeFile(join(sceneFolder, 'item.json'), JSON.stringify(item));
}

async function writeAsset(
  transport: Transport,
  asset: Item['assets'][string],
  path: string,
): Promise<void> {
  const { image } = await openTiff(rangeSource(transport, asset.href));
  if (!image.affine) throw new Error(`${asset.href} has no georeference.`);
  const [a, b, c, d, e, f] = image.affine;
  const size = (side.pixels * side.pixelSizeMeters) / a;
  const margin = (image.width - size) / 2;
  const window: Window = { column: margin, row: margin, width: size, height: size };
  const raster = await readWindow(image, window);
  const affine = [a, b, c + a * margin, d, e, f + e * margin] as const;
  await writeFileAtomically(path, (sink) =>
    writeCog(
      {
        width: size,
        height: size,
        sampleType: image.sampleType,
        affine,
        ...(image.epsg && { epsg: image.epsg }),
        nodata: 0,
        samples: raster.bands,
      },
      sink,
    ),
  );
  asset.href = path.slice(path.lastIndexOf('/') + 1);
  asset['proj:shape'] = [size, size];
  asset['proj:transform'] = [...affine];
}

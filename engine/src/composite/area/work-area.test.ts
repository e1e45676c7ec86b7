import { createSimulationTransport, simulationCatalogue } from '@refugia/simulation/index.ts';
import type { Polygon } from 'geojson';
import { describe, expect, test } from 'vitest';
import { coordinateTransform } from '../../crs/transform.ts';
import { rangeSource } from '../../source/range-source.ts';
import { searchScenes } from '../../source/search.ts';
import type { Transport } from '../../source/transport.ts';
import { openTiff } from '../../tiff/index.ts';
import { buildComposites, chooseWideArea, chooseWorkArea } from '../index.ts';
import { finestWorkArea } from './work-area.ts';

/** A polygon of UTM zone 15 by its corners in meters: its outline is the grid's to a meter. */
function polygon(corners: readonly (readonly [x: number, y: number])[]): Polygon {
  const [west, south] = [400_000, 4_600_000];
  const toDegrees = coordinateTransform(32615, 4326);
  const ring = [...corners, corners[0]];
  return {
    type: 'Polygon',
    coordinates: [ring.map(([x, y]) => [...toDegrees(west + x, south + y)])],
  };
}

function rectangle(widthMeters: number, heightMeters: number): Polygon {
  return polygon([
    [0, 0],
    [widthMeters, 0],
    [widthMeters, heightMeters],
    [0, heightMeters],
  ]);
}

describe('the pixels of an area', () => {
  // Pixels of 10 m up to 500 km². Beyond that the rectangle counts, of which a square that lies
  // askew needs more than its own area.
  test.each([
    [499, 10],
    [500, 10],
    [501, 10],
    [597, 10],
    [603, 20],
    [2_390, 20],
    [2_410, 40],
    [9_560, 40],
    [9_640, 80],
  ])('a square of %d km² is compared in pixels of %d m', (squareKilometers, pixelMeters) => {
    const side = Math.sqrt(squareKilometers) * 1000;
    const workArea = finestWorkArea(rectangle(side, side), { pixelSizeMeters: 10 });
    expect(workArea.pixelSizeMeters).toBe(pixelMeters);
    expect(workArea.coarsenedFromMeters).toBe(pixelMeters === 10 ? undefined : 10);
    expect(workArea.grid.width * workArea.grid.height).toBeLessThanOrEqual(6_000_000);
  });

  test('500 km² between parallels and meridians are compared at 10 m at the edge of a zone, too', () => {
    // 22.36 km by 22.36 km at 48.9° N, where the grid is turned by 2.2°.
    const [west, south, width, height] = [-93 + 2.69, 48.7, 0.305, 0.201];
    const [east, north] = [west + width, south + height];
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    const area: Polygon = { type: 'Polygon', coordinates: [ring] };
    expect(finestWorkArea(area, { pixelSizeMeters: 10 }).pixelSizeMeters).toBe(10);
  });

  // Half a perimeter of 85.42 km from corner to corner: no drawn area has a larger rectangle around it.
  test.each([
    [
      'a strip from corner to corner',
      [
        [0, 0],
        [2, 0],
        [30.1, 28.1],
        [30.1, 30.1],
        [28.1, 30.1],
        [0, 2],
      ],
      10,
    ],
    [
      'a triangle of 450 km²',
      [
        [0, 0],
        [30, 0],
        [30, 30],
      ],
      10,
    ],
    [
      'a triangle of 512 km²',
      [
        [0, 0],
        [32, 0],
        [32, 32],
      ],
      20,
    ],
    [
      'a corridor of 900 km²',
      [
        [0, 0],
        [9, 0],
        [60, 51],
        [60, 60],
        [51, 60],
        [0, 9],
      ],
      20,
    ],
    [
      'a corridor of 236 km²',
      [
        [0, 0],
        [2, 0],
        [60, 58],
        [60, 60],
        [58, 60],
        [0, 2],
      ],
      10,
    ],
  ] as const)(
    '%s: 10 m where its pixels are no more than those of 500 km²',
    (_, corners, pixelMeters) => {
      const area = polygon(corners.map(([x, y]) => [x * 1000, y * 1000]));
      const workArea = finestWorkArea(area, { pixelSizeMeters: 10 });
      expect(workArea.pixelSizeMeters).toBe(pixelMeters);
    },
  );

  test('what is scattered in a large rectangle is kept alone', () => {
    const parts = [0, 60_000, 300_000].map((offset) =>
      polygon([
        [offset, offset],
        [offset + 5_000, offset],
        [offset + 5_000, offset + 4_000],
        [offset, offset + 4_000],
      ]),
    );
    const area = {
      type: 'MultiPolygon' as const,
      coordinates: parts.map((part) => part.coordinates),
    };
    const near = { ...area, coordinates: area.coordinates.slice(0, 2) };
    const { grid, layout, mask, pixelCount } = finestWorkArea(near, { pixelSizeMeters: 10 });
    expect(layout.spans).toBeDefined();
    expect(grid.width).toBeGreaterThanOrEqual(6_500);
    // Two parts of 20 km², whose sides may cut pixels.
    expect(Math.abs(pixelCount - 400_000)).toBeLessThan(2_000);
    expect([layout.pixelCount, mask.length]).toEqual([pixelCount, pixelCount]);
    expect(mask.every((value) => value === 1)).toBe(true);
    expect(chooseWideArea(near, { subareaMeters: 110_000 })).toBeUndefined();
    const wide = chooseWideArea(area, { subareaMeters: 110_000 })!;
    expect(wide.pixelSizeMeters).toBe(10);
    expect(Math.abs(wide.pixelCount - 600_000)).toBeLessThan(3_000);
  });

  test('the same part twice is there once', () => {
    const part = polygon([
      [0, 0],
      [21_000, 0],
      [21_000, 21_000],
      [0, 21_000],
    ]).coordinates;
    const far = polygon([
      [50_000, 50_000],
      [50_100, 50_000],
      [50_100, 50_100],
    ]).coordinates;
    const area = { type: 'MultiPolygon' as const, coordinates: [part, part, far] };
    const { layout, pixelSizeMeters } = finestWorkArea(area, { pixelSizeMeters: 10 });
    expect(pixelSizeMeters).toBe(10);
    expect(Math.abs(layout.pixelCount - 4_410_000)).toBeLessThan(10_000);
  });

  test('subareas need the memory that little inside of a rectangle would save', () => {
    const half = polygon([
      [0, 0],
      [30_000, 0],
      [30_000, 30_000],
    ]);
    expect(chooseWideArea(half, { subareaMeters: 20_000 })!.layout.spans).toBeDefined();
    expect(chooseWideArea(half, { subareaMeters: 40_000 })).toBeUndefined();
    expect(finestWorkArea(half, { pixelSizeMeters: 10 }).layout.spans).toBeUndefined();
  });

  test('parts that lie too far apart are refused before any pixel is made', () => {
    const west = -160;
    const ring = [
      [west, -50],
      [west + 290, -50],
      [west + 290, 60],
      [west, -50],
    ];
    const area: Polygon = { type: 'Polygon', coordinates: [ring] };
    const params = { kilometersAcross: expect.any(Number), kilometersDown: expect.any(Number) };
    expect(() => finestWorkArea(area, { pixelSizeMeters: 10 })).toThrow(
      expect.objectContaining({ fact: { code: 'area-too-wide', params }, permanent: true }),
    );
  });
});

/** The simulation's transport, and a record of what is requested. */
function watchedTransport() {
  const simulation = createSimulationTransport();
  const reads: { url: string; offset: number; length: number }[] = [];
  let inFlightBytes = 0;
  let mostInFlightBytes = 0;
  const transport: Transport = {
    json: (...args) => simulation.json(...args),
    range: async (url, offset, length, signal) => {
      reads.push({ url, offset, length });
      inFlightBytes += length;
      mostInFlightBytes = Math.max(mostInFlightBytes, inFlightBytes);
      try {
        return await simulation.range(url, offset, length, signal);
      } finally {
        inFlightBytes -= length;
      }
    },
  };
  return { simulation, transport, reads, mostInFlightBytes: () => mostInFlightBytes };
}

/** Where the blocks of each level of a file begin, by the pixel size in meters. */
async function levelStarts(transport: Transport, url: string): Promise<[number, number][]> {
  const { image, overviews } = await openTiff(rangeSource(transport, url));
  return Promise.all(
    [image, ...overviews].map(async ({ affine, blockTable }): Promise<[number, number]> => {
      const first = (await blockTable.locator())(0, 0, 0)!;
      return [affine![0], first.offset];
    }),
  );
}

test('an area too large for 20 m is read from the overviews of 40 m, and no more than it covers', async () => {
  const { simulation, transport, reads, mostInFlightBytes } = watchedTransport();
  // 250 × 250 pixels of 40 m, of which 20 m would make four times as many.
  const area = rectangle(10_000, 10_000);
  const limits = { most: 70_000 };
  const { catalogueUrl, collections } = simulationCatalogue;
  const [startDate, endDate] = ['2019-07-01', '2021-07-10'];
  const search = { transport, catalogueUrl, collections, area, windowDays: 5 };
  const before = await searchScenes({ ...search, date: startDate });
  const after = await searchScenes({ ...search, date: endDate });
  const scenes = [...before.scenes, ...after.scenes];
  const workArea = await chooseWorkArea({ area, scenes, transport, limits });
  expect(workArea).toMatchObject({ pixelSizeMeters: 40, coarsenedFromMeters: 10 });

  reads.length = 0;
  const pair = await buildComposites({
    startDate,
    endDate,
    beforeScenes: before.scenes,
    afterScenes: after.scenes,
    workArea,
    transport,
  });
  expect(pair.before.clearShare).toBeGreaterThan(0.9);
  expect(pair.before.bands[0]).toHaveLength(workArea.grid.width * workArea.grid.height);

  const pixelsRead = new Set<number>();
  let blockBytes = 0;
  const urls = [...new Set(reads.map(({ url }) => url))];
  for (const url of urls) {
    const starts = await levelStarts(simulation, url);
    const headBytes = Math.min(...starts.map(([, start]) => start));
    for (const { offset, length } of reads.filter((read) => read.url === url)) {
      if (offset < headBytes) continue;
      const [pixelMeters] = starts
        .filter(([, start]) => start <= offset)
        .reduce((one, other) => (other[1] > one[1] ? other : one));
      pixelsRead.add(pixelMeters);
      blockBytes += length;
    }
  }
  expect([...pixelsRead]).toEqual([40]);
  // 250 pixels touch at most two blocks of 256 in each direction; two bytes a pixel, not compressed.
  expect(blockBytes).toBeLessThanOrEqual(urls.length * 4 * 256 * 256 * 2);
  expect(mostInFlightBytes()).toBeLessThan(4_000_000);
});

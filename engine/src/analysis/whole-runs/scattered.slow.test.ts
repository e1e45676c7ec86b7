import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSimulationTransport,
  simulationCatalogue,
  simulationExamples,
  truthMask,
} from '@refugia/simulation/index.ts';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Grid } from '../../raster/grid.ts';
import { expandWindow, windowsOf } from '../../raster/pixel-layout.ts';
import { areaLayout } from '../../raster/rasterize.ts';
import { windowGrid } from '../../raster/window.ts';
import { changeCodes, changePalette } from '../../render/change-palette.ts';
import { FileSource } from '../../source/file-source.ts';
import { openTiff, readWindow, type Tiff } from '../../tiff/index.ts';
import { runAnalysis } from '../run.ts';
import type { AnalysisResult } from '../types.ts';

// The area consists of clear-cuts in Oregon, seen through a lattice of strips, and of woods 58 km
// to the north. It has some 19 km² in a rectangle of 1,000. The simulation knows what happened
// there.

const example = simulationExamples.find(({ name }) => name.includes('Clear-cuts'))!;
const [southwest, , northeast] = example.area.coordinates[0] as Position[];
const [west, south] = southwest as [number, number];
const [width, height] = [northeast![0] - west, northeast![1] - south];

/** A part of the example's square, in shares of its sides from the south-west. */
function part(left: number, bottom: number, right: number, top: number): Polygon['coordinates'] {
  const place = (x: number, y: number) => [west + x * width, south + y * height];
  return [
    [
      place(left, bottom),
      place(right, bottom),
      place(right, top),
      place(left, top),
      place(left, bottom),
    ],
  ];
}

// Five strips from west to east, joined at one side: the square with gaps that are 240 m wide.
const strips: MultiPolygon = {
  type: 'MultiPolygon',
  coordinates: [
    ...Array.from({ length: 5 }, (_, strip) => part(0, strip / 5, 1, strip / 5 + 0.15)),
    part(0, 0, 0.1, 1),
  ],
};
const area: MultiPolygon = {
  type: 'MultiPolygon',
  coordinates: [...strips.coordinates, part(3.5, 12, 3.7, 12.2)],
};

let folder: string;
let result: AnalysisResult;
let opened: FileSource;
let tiff: Tiff;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-scattered-'));
  const { startDate, endDate } = example;
  const { catalogueUrl, collections } = simulationCatalogue;
  result = await runAnalysis(
    { area, startDate, endDate },
    { transport: createSimulationTransport(), catalogueUrl, collections, outputFolder: folder },
  );
  opened = await FileSource.open(result.files.change);
  tiff = await openTiff(opened);
}, 180_000);
afterAll(async () => {
  await opened?.close();
  await rm(folder, { recursive: true, force: true });
});

function gridOf({ image: { width, height, affine, epsg } }: Tiff): Grid {
  return { width, height, affine: affine!, epsg };
}

/**
 * Compares the change layer around a part of the area, window by window, with what the simulation
 * knows.
 */
async function compared(part: MultiPolygon) {
  const grid = gridOf(tiff);
  const layout = areaLayout(part, grid);
  const ones = new Uint8Array(layout.pixelCount).fill(1);
  const { outside, unobserved } = changePalette;
  const counts = { hits: 0, falseAlarms: 0, misses: 0, beside: 0 };
  for (const window of windowsOf(layout, 500)) {
    const [codes] = (await readWindow(tiff.image, window)).bands;
    const truth = truthMask(windowGrid(grid, window), result.beforeDate, result.afterDate);
    const inside = expandWindow(layout, ones, window, new Uint8Array(truth.length));
    for (const [index, code] of codes!.entries()) {
      if ((code === outside.code) === (inside[index] === 1)) counts.beside++;
      if (code === outside.code || code === unobserved.code) continue;
      const isChanged = changeCodes.includes(code);
      if (isChanged && truth[index] === 1) counts.hits++;
      else if (isChanged) counts.falseAlarms++;
      else if (truth[index] === 1) counts.misses++;
    }
  }
  return counts;
}

describe('an area that is scattered in a large rectangle', () => {
  test('is compared in the finest pixels, without a word on its rectangle', () => {
    const { statistics, notes } = result;
    expect(tiff.image.width * tiff.image.height).toBeGreaterThan(9_250_000);
    expect(statistics.pixelSizeMeters).toBe(10);
    expect(notes.map(({ code }) => code)).not.toContain('area-coarsened');
    // A run of the whole example has 2,289.4 ha. The area has five strips of 0.15 of it, a tenth of
    // the gaps between them, and a twenty-fifth in the north.
    expect(statistics.areaHectares / (2_289.4 * (0.75 + 0.025 + 0.04))).toBeCloseTo(1, 2);
    expect(statistics.clearShare).toBeGreaterThan(0.9);
  });

  test('shows the change that the simulation made, in patches of the same size', async () => {
    const { hits, falseAlarms, misses } = await compared(strips);
    // If the rectangle of 10 million pixels is compared at once, F1 is .925; for the strips alone
    // it is .957.
    expect((2 * hits) / (2 * hits + falseAlarms + misses)).toBeGreaterThanOrEqual(0.88);
    const whole = await compared(area);
    const hectares = (whole.hits + whole.falseAlarms) / 100;
    expect(result.statistics.changedHectares / hectares).toBeCloseTo(1, 2);
    expect(whole.beside).toBe(0);
  });

  test('has small files, of the places in which it lies', async () => {
    for (const file of [result.files.before, result.files.after]) {
      const { size } = await stat(file);
      // Some 190,000 pixels of six bands, compressed; whole, there would be 10 million.
      expect(size).toBeLessThan(6_000_000);
    }
    expect(tiff.overviews.length).toBeGreaterThan(3);
    const smallest = tiff.overviews.at(-1)!;
    const { bands } = await readWindow(smallest, {
      column: 0,
      row: 0,
      width: smallest.width,
      height: smallest.height,
    });
    expect(bands[0].some((code) => changeCodes.includes(code))).toBe(true);
  });
});

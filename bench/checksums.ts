import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runAnalysis } from '@refugia/engine/analysis/run.ts';
import type { AnalysisRequest } from '@refugia/engine/analysis/types.ts';
import { areaOfPolygons, rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { createSimulationTransport, simulationCatalogue } from '@refugia/simulation/index.ts';
import type { Polygon } from 'geojson';
import { benchmark } from './habitat-patrol/scenes.ts';

/**
 * `node bench/checksums.ts`: analyses the middle of the benchmark's area and prints a SHA-256 sum of
 * each file with pictures, change and patches. Run it before and after a change of code that must
 * leave the results alone, and compare what it prints.
 */
const { center, startDate, endDate } = benchmark;
const runs: Readonly<Record<string, Partial<AnalysisRequest>>> = {
  automatic: {},
  'automatic, two places': {
    area: areaOfPolygons([squareOf(0, 4).coordinates, squareOf(1.6, 4).coordinates]),
  },
  irmad: { method: 'irmad' },
  lda: { method: 'lda', landCover: 'grassland' },
  ndvi: { method: 'ndvi' },
};

/** A square whose centre lies so many degrees east of the benchmark's. */
function squareOf(degreesEast: number, sideKilometers: number): Polygon {
  const halfLatitude = sideKilometers / 2 / 111.1;
  const halfLongitude = halfLatitude / Math.cos((center.latitude * Math.PI) / 180);
  const [x, y] = [center.longitude + degreesEast, center.latitude];
  return rectanglePolygon([
    x - halfLongitude,
    y - halfLatitude,
    x + halfLongitude,
    y + halfLatitude,
  ]);
}

const transport = createSimulationTransport({ now: () => new Date('2026-01-01T00:00:00Z') });
for (const [name, request] of Object.entries(runs)) {
  const outputFolder = await mkdtemp(join(tmpdir(), 'refugia-checksums-'));
  try {
    const { files } = await runAnalysis(
      {
        area: squareOf(0, 11),
        startDate,
        endDate,
        ...request,
      },
      { ...simulationCatalogue, transport, outputFolder },
    );
    for (const file of [files.before, files.after, files.change, files.patchIds, files.patches]) {
      const sum = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      console.log(`${sum.slice(0, 16)}  ${name}: ${basename(file)}`);
    }
  } finally {
    await rm(outputFolder, { recursive: true, force: true });
  }
}

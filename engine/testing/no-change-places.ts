import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulationTransport, simulationCatalogue } from '@refugia/simulation/index.ts';
import type { Polygon } from 'geojson';
import { runAnalysis } from '../src/analysis/run.ts';
import type { AnalysisResult } from '../src/analysis/types.ts';

/** A place in which nothing happens between two dates: name, centre, start and end. */
export type NoChangePlace = readonly [
  name: string,
  center: readonly [longitude: number, latitude: number],
  startDate: string,
  endDate: string,
];

/** The simulation's calendar has no event in these places between these dates. */
export const noChangePlaces: readonly NoChangePlace[] = [
  ['fields and woods before spring, Kentucky', [-86.723, 37.269], '2022-03-18', '2023-08-31'],
];

/**
 * More of them, for `npm run test:slow`: each stands for a kind of country or of air. Those in Texas,
 * Kentucky and California's desert were drawn at random (`npm run false-alarms`): there 2 to 6 %
 * differ by the pair alone.
 */
export const moreNoChangePlaces: readonly NoChangePlace[] = [
  ['forest, Oregon', [-123.75, 44.552], '2017-05-20', '2018-08-15'],
  ['fields at rest, California', [-120.255, 36.208], '2017-03-25', '2018-10-12'],
  ['sagebrush under snow, Nevada', [-117.0, 39.3], '2018-05-01', '2019-09-10'],
  ['hills under haze, Vermont', [-72.7, 44.3], '2018-06-05', '2019-09-05'],
  ['grassland, Nebraska', [-101.1, 42.3], '2018-05-10', '2020-08-01'],
  ['woods and lakes, Minnesota', [-92.3, 47.6], '2018-06-05', '2019-09-05'],
  ['desert, Utah', [-110.3, 38.6], '2018-05-20', '2019-09-20'],
  ['woods, Michigan', [-88.2, 46.5], '2018-06-10', '2019-09-15'],
  ['desert, New Mexico', [-106.9, 33.6], '2017-04-20', '2019-09-10'],
  ['mountains, Washington', [-121.3, 47.4], '2018-07-20', '2019-09-10'],
  ['fields in spring and fall, Texas', [-101.558, 32.048], '2021-05-22', '2023-11-18'],
  ['desert in June and March, California', [-116.117, 33.995], '2020-06-15', '2022-03-21'],
];

/** A square of 4 km. */
function squareOf4Kilometers([longitude, latitude]: readonly [number, number]): Polygon {
  const north = 2000 / 111_000;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  const corner = (x: number, y: number) => [longitude + x * east, latitude + y * north];
  const ring = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)];
  return { type: 'Polygon', coordinates: [ring] };
}

/** What a whole run tells of a square of 4 km in such a place. */
export async function analyzePlace([, center, startDate, endDate]: NoChangePlace): Promise<
  AnalysisResult['statistics']
> {
  const { catalogueUrl, collections } = simulationCatalogue;
  const outputFolder = await mkdtemp(join(tmpdir(), 'refugia-no-change-'));
  try {
    const { statistics } = await runAnalysis(
      { area: squareOf4Kilometers(center), startDate, endDate },
      { transport: createSimulationTransport(), catalogueUrl, collections, outputFolder },
    );
    return statistics;
  } finally {
    await rm(outputFolder, { recursive: true, force: true });
  }
}

import { runAnalysis } from '@refugia/engine/analysis/run.ts';
import type { AnalysisResult } from '@refugia/engine/analysis/types.ts';
import { createSimulationTransport, simulationCatalogue } from '@refugia/simulation/index.ts';

/** The middle of the pictures, which lies in the simulated wildfire of the examples. */
const center = { longitude: -105.52, latitude: 40.56 };
const beforeDate = '2019-07-25';
const afterDate = '2021-09-15';
/** The pictures' size in pixels of 10 m, which is the scenes' own resolution. */
export const size = { width: 800, height: 592 };
const pixelMeters = 10;
/**
 * The analysed area is larger than the picture by this factor, because its sides are not parallel
 * to the pixel grid.
 */
const margin = 1.12;

/** What the landing page tells of the run, beside its pictures. */
interface RunFacts {
  /** YYYY-MM-DD. */
  readonly before: string;
  readonly after: string;
  readonly changedHectares: number;
}

/** Runs the analysis that the landing page shows, on the simulation's scenes. */
export async function runOfPictures(
  outputFolder: string,
): Promise<{ facts: RunFacts; files: AnalysisResult['files'] }> {
  const { catalogueUrl, collections } = simulationCatalogue;
  const {
    beforeDate: before,
    afterDate: after,
    statistics,
    files,
  } = await runAnalysis(
    { area: areaAround(center), beforeDate, afterDate },
    { transport: createSimulationTransport(), catalogueUrl, collections, outputFolder },
  );
  return {
    facts: { before, after, changedHectares: Math.round(statistics.changedHectares) },
    files,
  };
}

function areaAround({ longitude, latitude }: typeof center) {
  const metersPerDegree = 111_320;
  const halfHeight = (size.height * pixelMeters * margin) / 2 / metersPerDegree;
  const halfWidth =
    (size.width * pixelMeters * margin) /
    2 /
    (metersPerDegree * Math.cos((latitude * Math.PI) / 180));
  const [west, east] = [longitude - halfWidth, longitude + halfWidth];
  const [south, north] = [latitude - halfHeight, latitude + halfHeight];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon' as const, coordinates: [ring] };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { daysApartInYear } from '@refugia/engine/analysis/find/seasons.ts';
import { runAnalysis } from '@refugia/engine/analysis/run.ts';
import type { AnalysisResult } from '@refugia/engine/analysis/types.ts';
import type { ChangeMethod } from '@refugia/engine/change/index.ts';
import { AnalysisFailure } from '@refugia/engine/failure/analysis-failure.ts';
import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { makeGround } from '@refugia/simulation/ground/ground.ts';
import { createSimulationTransport, simulationCatalogue } from '@refugia/simulation/index.ts';
import { defaultSeed } from '@refugia/simulation/world/noise.ts';
import { toZone } from '@refugia/simulation/world/projection.ts';
import { surfaces } from '@refugia/simulation/world/surfaces.ts';
import type { Polygon } from 'geojson';
import type { DrawnPair } from './draw-pairs.ts';

/** The result of a run on a pair without any events. */
interface MeasuredPair extends DrawnPair {
  /** The days of the year by which the two pictures' dates differ. */
  readonly seasonDays: number;
  /** Kinds of land cover with their shares, the largest first, such as "crop 71 %, open 20 %". */
  readonly cover: string;
  /** The share of the area that is clear on both dates, 0 to 1. */
  readonly clearShare: number;
  /** The share of clear pixels that are wrongly called changed, 0 to 1. */
  readonly changedShare: number;
  /** Shares by kind of change, the most common first. */
  readonly kinds: string;
}

/** Runs a whole analysis of a pair; undefined when it has no result, such as without clear pixels. */
export async function measurePair(
  pair: DrawnPair,
  { sideMeters, method }: { sideMeters: number; method: ChangeMethod },
): Promise<MeasuredPair | undefined> {
  const outputFolder = await mkdtemp(join(tmpdir(), 'refugia-false-alarms-'));
  try {
    const result = await run(pair, outputFolder, sideMeters, method);
    const { clearShare, changedShare, kinds } = result.statistics;
    return {
      ...pair,
      seasonDays: daysApartInYear(result.beforeDate, result.afterDate),
      cover: coverOf(pair, sideMeters),
      clearShare,
      changedShare,
      kinds: kinds.map(({ kind, share }) => `${kind} ${percent(share)}`).join(', '),
    };
  } catch (error) {
    if (error instanceof AnalysisFailure) return undefined;
    throw error;
  } finally {
    await rm(outputFolder, { recursive: true, force: true });
  }
}

function run(
  { longitude, latitude, startDate, endDate }: DrawnPair,
  outputFolder: string,
  sideMeters: number,
  method: ChangeMethod,
): Promise<AnalysisResult> {
  const { catalogueUrl, collections } = simulationCatalogue;
  return runAnalysis(
    { area: squareAround([longitude, latitude], sideMeters), startDate, endDate, method },
    { transport: createSimulationTransport(), catalogueUrl, collections, outputFolder },
  );
}

/** A square around a longitude and latitude. */
function squareAround(
  [longitude, latitude]: readonly [number, number],
  sideMeters: number,
): Polygon {
  const north = sideMeters / 2 / 111_320;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  return rectanglePolygon([longitude - east, latitude - north, longitude + east, latitude + north]);
}

/** The land cover is computed in coarse pixels, which is enough for shares. */
function coverOf({ longitude, latitude }: DrawnPair, sideMeters: number): string {
  const zone = Math.floor((longitude + 180) / 6) + 1;
  const [x, y] = toZone(zone, [longitude, latitude]);
  const pixelMeters = 20;
  const pixels = Math.round(sideMeters / pixelMeters);
  const { surface } = makeGround(
    {
      zone,
      west: x - sideMeters / 2,
      north: y + sideMeters / 2,
      pixelMeters,
      width: pixels,
      height: pixels,
    },
    defaultSeed,
    { withEvents: false },
  );
  const shares = new Map<string, number>();
  for (const index of surface) {
    const { group } = surfaces[index];
    shares.set(group, (shares.get(group) ?? 0) + 1 / surface.length);
  }
  return [...shares]
    .filter(([, share]) => share >= 0.05)
    .sort((one, other) => other[1] - one[1])
    .map(([group, share]) => `${group} ${percent(share)}`)
    .join(', ');
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

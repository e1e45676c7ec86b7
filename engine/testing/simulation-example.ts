import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSimulationTransport,
  type SimulationExample,
  simulationCatalogue,
  truthMask,
} from '@refugia/simulation/index.ts';
import { type PatchFeature, readPatches } from '../src/analysis/result/patch-files.ts';
import { runAnalysis } from '../src/analysis/run.ts';
import type { AnalysisResult } from '../src/analysis/types.ts';
import { changeCodes, changePalette } from '../src/render/change-palette.ts';
import { FileSource } from '../src/source/file-source.ts';
import type { Transport } from '../src/source/transport.ts';
import { openTiff, readWindow } from '../src/tiff/index.ts';

/** What a run of an example has found, with its patches, and its F1 over the pixels that were clear. */
export interface ExampleRun {
  readonly result: AnalysisResult;
  readonly patches: readonly PatchFeature[];
  readonly f1: number;
}

/** Runs an example of the simulation and compares the stored mask with what the generator knows. */
export async function runSimulationExample(
  { area, startDate, endDate }: SimulationExample,
  {
    transport = createSimulationTransport(),
    windowDays = 45,
  }: { transport?: Transport; windowDays?: number } = {},
): Promise<ExampleRun> {
  const outputFolder = await mkdtemp(join(tmpdir(), 'refugia-example-'));
  try {
    const { catalogueUrl, collections } = simulationCatalogue;
    const result = await runAnalysis(
      { area, startDate, endDate },
      { transport, catalogueUrl, collections, outputFolder, windowDays },
    );
    const file = createReadStream(result.files.patches);
    const patches = await readPatches(file, { offset: 0, limit: result.listedPatchCount });
    return { result, patches, f1: await f1Of(result) };
  } finally {
    await rm(outputFolder, { recursive: true, force: true });
  }
}

async function f1Of(result: AnalysisResult): Promise<number> {
  const source = await FileSource.open(result.files.change);
  const { image } = await openTiff(source);
  const { width, height, affine, epsg } = image;
  const { bands } = await readWindow(image, { column: 0, row: 0, width, height });
  await source.close();
  const [mask] = bands;
  const truth = truthMask(
    { width, height, affine: affine!, epsg },
    result.beforeDate,
    result.afterDate,
  );
  let [hits, falseAlarms, misses] = [0, 0, 0];
  for (let index = 0; index < truth.length; index++) {
    const code = mask![index];
    if (code === changePalette.unobserved.code || code === changePalette.outside.code) continue;
    const isChanged = changeCodes.includes(code);
    if (isChanged && truth[index] === 1) hits++;
    else if (isChanged) falseAlarms++;
    else if (truth[index] === 1) misses++;
  }
  return (2 * hits) / (2 * hits + falseAlarms + misses);
}

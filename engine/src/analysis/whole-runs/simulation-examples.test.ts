import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSimulationTransport,
  type SimulationExample,
  simulationCatalogue,
  simulationExamples,
  truthMask,
} from '@refugia/simulation/index.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChangeKind } from '../../change/index.ts';
import { changeCodes, changePalette } from '../../render/change-palette.ts';
import { FileSource } from '../../source/file-source.ts';
import type { Transport } from '../../source/transport.ts';
import { openTiff, readWindow } from '../../tiff/index.ts';
import { runAnalysis } from '../run.ts';
import type { AnalysisResult } from '../types.ts';

/** What each example's change is called. The simulation's calendar of events says what happened. */
const kindOf: Readonly<Record<string, ChangeKind>> = {
  'Clear-cuts': 'vegetation_loss',
  'Solar farm': 'built_up',
  Wildfire: 'burn',
};

let outputFolder: string;
beforeEach(async () => {
  outputFolder = await mkdtemp(join(tmpdir(), 'refugia-example-'));
});
afterEach(() => rm(outputFolder, { recursive: true, force: true }));

function run(
  { area, startDate, endDate }: SimulationExample,
  transport = createSimulationTransport(),
  windowDays = 45,
): Promise<AnalysisResult> {
  const { catalogueUrl, collections } = simulationCatalogue;
  return runAnalysis(
    { area, beforeDate: startDate, afterDate: endDate },
    { transport, catalogueUrl, collections, outputFolder, windowDays },
  );
}

/** The simulation's scenes with some 40 % of cloud alone. */
function cloudyTransport(): Transport {
  const simulation = createSimulationTransport();
  return {
    range: (...args) => simulation.range(...args),
    json: async (url, options) => {
      const reply = (await simulation.json(url, options)) as {
        features: { properties: { 'eo:cloud_cover': number } }[];
      };
      const isCloudy = ({ properties }: (typeof reply.features)[number]) =>
        properties['eo:cloud_cover'] >= 28 && properties['eo:cloud_cover'] <= 55;
      return { ...reply, features: reply.features.filter(isCloudy) };
    },
  };
}

/** F1 of the stored mask against what the generator knows, over the pixels that were clear. */
async function f1(result: AnalysisResult): Promise<number> {
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

describe.each(simulationExamples)('$name', (example) => {
  test(example.expectedChange ? 'its change is found' : 'nothing is found', async () => {
    const result = await run(example);
    expect(result.changeOccurred).toBe(example.expectedChange);
    expect(result.statistics.clearShare).toBeGreaterThan(0.9);
    if (!example.expectedChange) return;
    expect(await f1(result)).toBeGreaterThanOrEqual(0.88);
    const [, kind] = Object.entries(kindOf).find(([name]) => example.name.startsWith(name))!;
    const named = result.statistics.kinds.find((row) => row.kind === kind);
    expect(named?.share).toBeGreaterThanOrEqual(0.8);
  });
});

describe.each(simulationExamples)('$name, 40 % cloud', (example) => {
  test(example.expectedChange ? 'its change is found' : 'next to nothing is found', async () => {
    const result = await run(example, cloudyTransport(), 60);
    for (const { cloudCoverPercent } of result.scenes) {
      expect(cloudCoverPercent).toBeGreaterThanOrEqual(28);
    }
    if (example.expectedChange) expect(await f1(result)).toBeGreaterThanOrEqual(0.88);
    else expect(result.statistics.changedShare).toBeLessThanOrEqual(0.003);
  });
});

test('a solar farm is told from the fields around it, which look otherwise in another season', async () => {
  const example = simulationExamples.find(({ name }) => name.includes('Solar farm'))!;
  const result = await run({ ...example, startDate: '2019-07-25', endDate: '2021-03-12' });
  // By the two pictures alone it is .87.
  expect(await f1(result)).toBeGreaterThanOrEqual(0.93);
  expect(result.notes.join()).toContain('come and go with the seasons');
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SimulationExample } from '@refugia/simulation/index.ts';
import { expect } from 'vitest';
import type { AnalysisResult } from '../src/analysis/types.ts';
import type { ChangeKind } from '../src/change/index.ts';
import { runSimulationExample } from './simulation-example.ts';

/** What each example's change is called. The simulation's calendar of events says what happened. */
const kindOf: Readonly<Record<string, ChangeKind>> = {
  'Clear-cuts': 'vegetation_loss',
  'Solar farm': 'built_up',
  Wildfire: 'burn',
};

/** The examples whose figures pages and pictures tell, by their names in `run.json`. */
const toldOf: Readonly<Record<string, string>> = { Wildfire: 'landing', 'Clear-cuts': 'screens' };

const ofName = <Value>(values: Readonly<Record<string, Value>>, name: string) =>
  Object.entries(values).find(([beginning]) => name.startsWith(beginning))?.[1];

/** If this fails, pages and pictures show an older engine's result: `npm run pictures` makes them anew. */
async function expectTold(page: string, result: AnalysisResult): Promise<void> {
  const root = join(import.meta.dirname, '../..');
  const file = join(root, 'web/src/features/site/pictures/run.json');
  const { changedHectares, changedShare, patchCount } = result.statistics;
  expect(JSON.parse(await readFile(file, 'utf8'))[page]).toEqual({
    before: result.beforeDate,
    after: result.afterDate,
    changedHectares: Math.round(changedHectares),
    changedPercent: Math.round(changedShare * 1000) / 10,
    patchCount,
  });
}

/** Runs an example, and expects what happens there to be found and named, and nothing where nothing happens. */
export async function expectExample(example: SimulationExample): Promise<void> {
  const { result, patches, f1 } = await runSimulationExample(example);
  expect(result.changeOccurred).toBe(example.expectedChange);
  expect(result.statistics.clearShare).toBeGreaterThan(0.9);
  if (!example.expectedChange) return;
  expect(f1).toBeGreaterThanOrEqual(0.88);
  const kind = ofName(kindOf, example.name);
  const named = result.statistics.kinds.find((row) => row.kind === kind);
  expect(named?.share).toBeGreaterThanOrEqual(0.8);
  // The calendar's events are larger than 1 ha: the largest patch is one of them, and specks are none.
  expect(patches[0]!.properties.confidence).toBeGreaterThanOrEqual(0.6);
  const specks = patches.filter(({ properties }) => properties.hectares < 0.5);
  for (const { properties } of specks) expect(properties.confidence).toBeLessThan(0.6);
  const page = ofName(toldOf, example.name);
  if (page !== undefined) await expectTold(page, result);
}

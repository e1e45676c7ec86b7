import { simulationExamples } from '@refugia/simulation/index.ts';
import { describe, expect, test } from 'vitest';
import { runSimulationExample } from '../../../testing/simulation-example.ts';
import type { ChangeKind } from '../../change/index.ts';

/** What each example's change is called. The simulation's calendar of events says what happened. */
const kindOf: Readonly<Record<string, ChangeKind>> = {
  'Clear-cuts': 'vegetation_loss',
  'Solar farm': 'built_up',
  Wildfire: 'burn',
};

describe.each(simulationExamples)('$name', (example) => {
  test(example.expectedChange ? 'its change is found' : 'nothing is found', async () => {
    const { result, f1 } = await runSimulationExample(example);
    expect(result.changeOccurred).toBe(example.expectedChange);
    expect(result.statistics.clearShare).toBeGreaterThan(0.9);
    if (!example.expectedChange) return;
    expect(f1).toBeGreaterThanOrEqual(0.88);
    const [, kind] = Object.entries(kindOf).find(([name]) => example.name.startsWith(name))!;
    const named = result.statistics.kinds.find((row) => row.kind === kind);
    expect(named?.share).toBeGreaterThanOrEqual(0.8);
  });
});

test('a solar farm is told from the fields around it, which look otherwise in another season', async () => {
  const example = simulationExamples.find(({ name }) => name.includes('Solar farm'))!;
  const dates = { startDate: '2019-07-25', endDate: '2021-03-12' };
  const { result, f1 } = await runSimulationExample({ ...example, ...dates });
  // By the two pictures alone it is .87.
  expect(f1).toBeGreaterThanOrEqual(0.93);
  expect(result.notes).toContainEqual(expect.objectContaining({ code: 'seasonal-change' }));
});

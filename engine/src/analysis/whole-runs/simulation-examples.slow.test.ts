import { createSimulationTransport, simulationExamples } from '@refugia/simulation/index.ts';
import { describe, expect, test } from 'vitest';
import { expectExample } from '../../../testing/expect-example.ts';
import { runSimulationExample } from '../../../testing/simulation-example.ts';
import type { Transport } from '../../source/transport.ts';

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

describe.each(simulationExamples)('$name, 40 % cloud', (example) => {
  test(example.expectedChange ? 'its change is found' : 'next to nothing is found', async () => {
    const transport = cloudyTransport();
    const { result, f1 } = await runSimulationExample(example, { transport, windowDays: 60 });
    for (const { cloudCoverPercent } of result.scenes) {
      expect(cloudCoverPercent).toBeGreaterThanOrEqual(28);
    }
    if (example.expectedChange) expect(f1).toBeGreaterThanOrEqual(0.88);
    else expect(result.statistics.changedShare).toBeLessThanOrEqual(0.003);
  });
});

describe.each(simulationExamples.slice(1))('$name', (example) => {
  test(example.expectedChange ? 'its change is found' : 'nothing is found', () =>
    expectExample(example),
  );
});

test('a solar farm is told from the fields around it, which look otherwise in another season', async () => {
  const example = simulationExamples.find(({ name }) => name.includes('Solar farm'))!;
  const dates = { startDate: '2019-07-25', endDate: '2021-03-12' };
  const { result, f1 } = await runSimulationExample({ ...example, ...dates });
  // By the two pictures alone it is .87.
  expect(f1).toBeGreaterThanOrEqual(0.93);
  expect(result.notes).toContainEqual(expect.objectContaining({ code: 'seasonal-change' }));
});

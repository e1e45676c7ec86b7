import { simulationExamples } from '@refugia/simulation/index.ts';
import { describe, test } from 'vitest';
import { expectExample } from '../../../testing/expect-example.ts';

// `simulation-examples.slow.test.ts` has the others.
describe.each(simulationExamples.slice(0, 1))('$name', (example) => {
  test('its change is found', () => expectExample(example));
});

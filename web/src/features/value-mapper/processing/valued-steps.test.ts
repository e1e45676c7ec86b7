import { expect, test } from 'vitest';
import type { Workspace } from '../workspace/use-workspace.ts';
import { valuedSteps } from './valued-steps.ts';

// Specification part 3, section 8, names a label for the call that posts a valued raster, which is the
// first of the five steps of section 4.
test('the first of the five steps cites the call that it makes', () => {
  const workspace = { store: { layer: () => undefined } } as unknown as Workspace;
  const steps = valuedSteps(workspace, 11, null);
  expect(steps.map(({ id, label }) => [id, label])).toEqual([
    ['store', 'post CVM valued raster'],
    ['genValRst', 'CVM error when building valued raster'],
    ['genValImg', 'CVM error when generating valued image'],
    ['load', 'CVM error when loading valued raster data'],
    ['fetch', 'CVM error when fetching valued image to map'],
  ]);
});

import { simulationExamples } from '@refugia/simulation/index.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { expectDatedPatches } from '../../../../../testing/dated-patches.ts';
import { createTestApp, type TestApp } from '../../../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ config: { imageryUrl: 'demo', isDatingPatches: true } });
});
afterAll(() => app?.close());

test('the patches of a whole example are dated after it, in lists, files and the report', async () => {
  const example = simulationExamples.find(({ expectedChange }) => expectedChange)!;
  await expectDatedPatches(app, example, { dated: 6, seenLater: 6 });
});

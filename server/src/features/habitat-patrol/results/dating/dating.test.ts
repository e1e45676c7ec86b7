import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { expectDatedPatches } from '../../../../../testing/dated-patches.ts';
import { createTestApp, type TestApp } from '../../../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ config: { imageryUrl: 'demo', isDatingPatches: true } });
});
afterAll(() => app?.close());

// One of the clear-cuts in Oregon, which is two patches. `dating.slow.test.ts` has all of them.
const area = rectanglePolygon([-123.75, 44.5394, -123.7323, 44.552]);

test('the patches of a run are dated after it, in lists, files and the report', async () => {
  const question = { area, startDate: '2019-07-20', endDate: '2020-06-20' };
  await expectDatedPatches(app, question, { dated: 2, seenLater: 2 });
}, 600_000);

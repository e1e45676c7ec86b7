import { startSyntheticImagery } from '@refugia/engine/testing/http-imagery.ts';
import { syntheticScenes, syntheticWorld } from '@refugia/engine/testing/synthetic-scenes.ts';
import { expect, test } from 'vitest';
import { completeAndDate, expectDatesEverywhere } from '../../../../../testing/dated-patches.ts';
import { createTestApp } from '../../../../../testing/test-app.ts';

/** The ground of the synthetic world changes on 2022-06-01. */
const between = [
  { id: 'still-forest', datetime: '2022-05-10T17:50:00Z' },
  { id: 'bare-already', datetime: '2022-06-20T17:50:00Z' },
];
const later = [
  { id: 'later-first', datetime: '2023-09-10T17:50:00Z' },
  { id: 'later-second', datetime: '2023-09-20T17:50:00Z' },
];

test('the patches of a run are dated after it, in lists, files and the report', async () => {
  const imagery = await startSyntheticImagery([...syntheticScenes, ...between, ...later]);
  const app = await createTestApp({
    config: { imageryUrl: imagery.catalogueUrl, isDatingPatches: true },
  });
  try {
    const dated = await completeAndDate(app, syntheticWorld);
    const [largest] = dated.patches;
    expect(largest).toMatchObject({
      last_unchanged: '2022-05-10',
      first_seen: '2022-06-20',
      later_changed: true,
    });
    expect(['2023-09-10', '2023-09-20']).toContain(largest!.later_seen);
    expect(dated.moved).toContain(largest);
    await expectDatesEverywhere(app, dated);
  } finally {
    await app.close();
    await imagery.close();
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createFinishedRun,
  type FinishedRun,
  publicUrl,
  RunBrowser,
} from '../../../../testing/synthetic-app.ts';

let run: FinishedRun;
let owner: RunBrowser;
let editor: RunBrowser;
let mapID: number;
beforeAll(async () => {
  run = await createFinishedRun();
  const [ownerAccount, editorAccount] = [
    await run.testApp.registerAndLogin(),
    await run.testApp.registerAndLogin(),
  ];
  owner = new RunBrowser(run.testApp, ownerAccount.headers);
  editor = new RunBrowser(run.testApp, editorAccount.headers);
  const made = { user: ownerAccount.id };
  mapID = (await owner.ask('POST', '/api/rrm/map_requests?type=map', made)).json();
  const { username } = editorAccount;
  const joined = await owner.ask('POST', '/api/rrm/map_users', { mapID, username });
  expect(joined.statusCode).toBe(200);
});
afterAll(() => run?.close());

const hand = (by: RunBrowser, body: object, url = run.runUrl) =>
  by.ask('POST', `${url}/patches/to-map`, body);
const featuresOf = async () =>
  (await owner.ask('GET', `/api/rrm/features?id=${mapID}`)).json().features as {
    id: string;
    layer: string;
    properties: object;
  }[];

test('an editor proposes patches, and the owner adds them at once with a link back', async () => {
  await run.owner.ask('PUT', `${run.runUrl}/patches/1/verdict`, {
    verdict: 'real',
    note: 'Seen in the field.',
  });
  const proposed = await hand(editor, { mapID, patches: [1] });
  expect(proposed.json()).toEqual({ proposal: expect.any(String) });
  expect(await featuresOf()).toEqual([]);
  const proposals = (await owner.ask('GET', `/api/rrm/proposals?id=${mapID}`)).json();
  expect(proposals).toHaveLength(1);
  expect(proposals[0]).toMatchObject({ id: proposed.json().proposal });
  expect(proposals[0].note).toContain('1 patch of change: ');

  const added = await hand(owner, { mapID, patches: [1, 1] });
  expect(added.json()).toEqual({ features: [expect.any(String)] });
  const [feature] = await featuresOf();
  const stored = (await run.download('patches.geojson')).json().features[0];
  expect(feature).toMatchObject({
    id: added.json().features[0],
    properties: {
      kind: stored.properties.kind,
      hectares: stored.properties.hectares,
      confidence: stored.properties.confidence,
      before: run.result.before_date,
      after: run.result.after_date,
      verdict: 'real',
      note: 'Seen in the field.',
      result: `${publicUrl}/apps/habitatpatrol/map?run=${run.id}&patch=1`,
    },
  });
  // All patches of a call are one step.
  await owner.ask('PUT', '/api/rrm/undoredo', { mapID, action: 'undo' });
});

test('nobody adds to a map that is not theirs, and nothing of a wrong call is added', async () => {
  const before = (await featuresOf()).length;
  const { headers } = await run.testApp.registerAndLogin();
  const stranger = new RunBrowser(run.testApp, headers);
  const guessed = `/api/changedetection/runs/${'A'.repeat(22)}`;
  const statuses = [
    await hand(stranger, { mapID, patches: [1] }),
    await hand(run.anybody(), { mapID, patches: [1] }),
    await hand(owner, { mapID: 2_000_000, patches: [1] }),
    await hand(owner, { mapID, patches: [1] }, guessed),
    await hand(owner, { mapID, patches: [1, 9_999] }),
    await hand(owner, { mapID, patches: [] }),
  ].map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([404, 404, 404, 404, 404, 400]);
  expect(await featuresOf()).toHaveLength(before);
});

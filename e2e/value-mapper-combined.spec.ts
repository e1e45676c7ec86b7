import type { Page } from '@playwright/test';
import {
  colourOfValue,
  combinedValue,
  differencePalette,
  fullDifference,
  palettes,
  turnedPalette,
} from '@refugia/engine/valuation/index.ts';
import { requestToken } from './support/log-in.ts';
import { countSameColours } from './support/map-pixels.ts';
import { stripeNumbers, stripesFile } from './support/raster-file.ts';
import { expect, severeFaults, test } from './support/test.ts';
import {
  addValuedLayer,
  dialog,
  openProject,
  rasterWork,
  showWorld,
} from './support/value-project.ts';

test.use({ drawsSeldom: true });

const combine = (page: Page) => page.getByRole('dialog', { name: 'Combine layers' });
/** Green/Red with green for high values, with which a combination begins. */
const palette = turnedPalette(palettes.find(({ name }) => name === 'Green/Red')!);

/** The values of the stripes: of a layer where more is better, and of one that peaks at 250. */
const rising = stripeNumbers.map((number) => number / 400);
const peaked = stripeNumbers.map((number) => 2 ** -(((number - 250) / 100) ** 2));

/** The colours of the stripes that have a combined value. */
function coloursOf(weights: readonly [number, number], above: number | null): number[][] {
  const [one, other] = weights.map((weight) => ({ weight, above: null, leavesOut: false }));
  return stripeNumbers.flatMap((_, stripe) => {
    const values = [rising[stripe]!, peaked[stripe]!];
    const value = combinedValue([one!, { ...other!, above }], values, 'no-data');
    return Number.isNaN(value) ? [] : [[...colourOfValue(value, palette)]];
  });
}

async function expectColours(page: Page, colours: readonly number[][]): Promise<void> {
  const seen = async () =>
    (await countSameColours(await page.screenshot(), colours)).map((count) => count > 800);
  await expect.poll(seen).toEqual(colours.map(() => true));
}

/** A place of the screen where the stripes have a combined value, with the whole world in view. */
const insideStripes = [760, 400] as const;

/** Keeps the present curves as a scenario, and compares it with one in which fewer is better. */
async function compareScenarios(page: Page, token: string): Promise<void> {
  const scenarios = page.getByRole('region', { name: 'Scenarios' });
  await scenarios.getByRole('button', { name: 'Keep as scenario' }).click();
  await expect(scenarios.getByRole('listitem', { name: 'Scenario', exact: true })).toBeVisible();
  const calls = '/api/conservation_value_mapper';
  const headers = { authorization: `JWT ${token}` };
  const projectID = page.url().split('/').at(-1);
  const url = `${calls}/scenarios?projectID=${projectID}`;
  const [present] = await (await page.request.get(url, { headers })).json();
  const [first, second] = present.curves;
  const fewer = { ...first, fnCoeffs: { A: -1, B: 0, C: 1 } };
  const data = { ...{ name: 'Fewer', combination: present.combination }, curves: [fewer, second] };
  expect((await page.request.post(url, { headers, data })).status()).toBe(200);
  await page.reload();
  await page.getByRole('button', { name: 'Close' }).last().click(rasterWork);

  await scenarios.getByRole('button', { name: 'Show Scenario', exact: true }).click();
  await expectColours(page, coloursOf([0.25, 0.5], 0.1));
  await scenarios.getByRole('button', { name: /Compare Scenario with$/ }).click();
  await page.getByRole('option', { name: 'Fewer', exact: true }).click();
  const swipe = page.getByRole('slider', { name: 'Compare scenario and fewer' });
  await expect(swipe).toBeVisible();
  await expect(scenarios.getByText(/^With Fewer: .* gained, .* lost, .* kept\.$/)).toBeVisible();
  expect(await severeFaults(page)).toEqual([]);
  await scenarios.getByText('By their difference').click();
  await expect(swipe).toHaveCount(0);
  // The means differ by what the first layer loses at its weight of a third.
  const differences = rising.flatMap((value, stripe) =>
    peaked[stripe]! > 0.1
      ? [[...colourOfValue((1 - 2 * value) / 3 / fullDifference, differencePalette)]]
      : [],
  );
  await expectColours(page, differences);
  await scenarios.getByRole('button', { name: 'Hide Scenario', exact: true }).click();
  await scenarios.getByRole('button', { name: 'Delete Fewer' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete this scenario?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await expect(scenarios.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Show the combined value' }).click();
}

test('layers are combined live, with a limit, stored as a file, and shared by links', async ({
  page,
  browser,
}) => {
  await openProject(page, 'value_combiner');
  await expect(page.getByRole('button', { name: 'Combine layers' })).toBeDisabled();
  const token = await requestToken(page, 'value_combiner');
  const file = await stripesFile();
  await addValuedLayer(page, token, file, { fnType: 'lin', fnCoeffs: { A: 1, B: 0, C: 0 } });
  await addValuedLayer(
    page,
    token,
    { ...file, name: 'peak.tif' },
    { fnType: 'peak', fnCoeffs: { A: 1, B: 250, C: 0, D: 200 } },
  );
  await showWorld(page);

  await page.getByRole('button', { name: 'Combine layers' }).click();
  await expect(combine(page).getByText('counts 50 %')).toHaveCount(2);
  await expectColours(page, coloursOf([0.5, 0.5], null));
  expect(await severeFaults(page)).toEqual([]);

  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/tiles\/value\/|value_mapper/.test(request.url())) asked.push(request.url());
  });
  const weight = combine(page).getByRole('slider', { name: 'stripes', exact: true });
  await weight.focus();
  for (let press = 0; press < 25; press++) await page.keyboard.press('ArrowLeft');
  await expect(combine(page).getByText('counts 67 %')).toBeVisible();
  await combine(page).getByRole('listitem', { name: 'peak' }).getByText('Must be above').click();
  await combine(page).getByRole('slider', { name: 'peak must be above' }).fill('0.1');
  // The peak is 0.002 at 0.
  await expectColours(page, coloursOf([0.25, 0.5], 0.1));
  expect(coloursOf([0.25, 0.5], 0.1)).toHaveLength(3);
  expect(asked).toEqual([]);

  await combine(page).getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(dialog(page, 'Combining the layers').getByRole('listitem')).toHaveText(
    [/Store the combination, done/, /Build the combined raster, done/],
    rasterWork,
  );
  // A list of finished steps goes with the next press elsewhere.
  const row = page.getByRole('region', { name: 'Combined value' });
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Download the combined value as GeoTIFF' }).click();
  expect((await download).suggestedFilename()).toBe('combined_value.tif');
  await expect(dialog(page, 'Combining the layers')).toBeHidden();
  await expectColours(page, coloursOf([0.25, 0.5], 0.1));
  await expect(
    page.getByRole('status').filter({ hasText: '(33 %) at or above 0.55' }),
  ).toBeVisible();

  await compareScenarios(page, token);

  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const settings = dialog(page, 'Download as PDF');
  await expect(settings.getByRole('img', { name: 'Where the map lies' })).toBeVisible();
  // The base map below the values is drawn out of sight.
  await expect(settings.locator('.maplibregl-map')).toHaveCount(0);
  await settings.getByLabel('Title').fill('Where it is best');
  expect(await severeFaults(page)).toEqual([]);
  const posted = page.waitForRequest(/\/report\.pdf$/);
  const report = page.waitForEvent('download');
  await settings.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await posted).postDataJSON().ground.credits).toContain('Natural Earth');
  expect((await report).suggestedFilename()).toBe('Where it is best.pdf');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sharing = dialog(page, 'Share this project');
  const onScreen = sharing.getByRole('region', { name: 'On the screen' });
  await onScreen.getByLabel('Name of the new link').fill('The board');
  await page.keyboard.press('Enter');
  const link = (await onScreen.locator('code').textContent()) ?? '';
  const inPrograms = sharing.getByRole('region', { name: 'In QGIS and other programs' });
  await inPrograms.getByLabel('Name of the new link').fill('QGIS of the planner');
  await page.keyboard.press('Enter');
  const xyz = (await inPrograms.locator('code').textContent()) ?? '';
  expect((await page.request.get(xyz.replace('{z}/{x}/{y}', '0/0/0'))).status()).toBe(200);
  await expect(onScreen.getByRole('button', { name: /^Revoke/ })).toHaveCount(1);
  expect(await severeFaults(page)).toEqual([]);

  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const visitor = await context.newPage();
  await visitor.goto(link);
  await expect(visitor.getByText('Opened by a view-only link')).toBeVisible();
  await expectColours(visitor, coloursOf([0.25, 0.5], 0.1));
  await expect(
    visitor.getByRole('status').filter({ hasText: '(33 %) at or above 0.55' }),
  ).toBeVisible();
  await expect(visitor.getByRole('button', { name: /Upload|Delete|Share|Report/ })).toHaveCount(0);
  const readings: string[] = [];
  visitor.on('response', (reply) => {
    if (/\/rasters\/\d+\/value/.test(reply.url())) readings.push(String(reply.status()));
  });
  await visitor.mouse.click(...insideStripes);
  await expect(
    visitor.getByRole('status').filter({ hasText: /^Combined value: 0?\.\d+/ }),
  ).toHaveCount(1);
  expect(readings).toEqual(['200', '200']);
  expect(await severeFaults(visitor)).toEqual([]);

  await onScreen.getByRole('button', { name: 'Revoke The board' }).click();
  await expect(onScreen.getByRole('button', { name: /^Revoke/ })).toHaveCount(0);
  await visitor.mouse.click(...insideStripes);
  await expect(
    visitor.getByRole('heading', { name: 'This link does not open the project' }),
  ).toBeVisible();
  expect(await severeFaults(visitor)).toEqual([]);
  await context.close();
});

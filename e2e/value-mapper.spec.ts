import type { Page } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import { detail, expect, horizontalOverflow, severeFaults, test } from './support/test.ts';
import { rasterWork } from './support/value-project.ts';

const dashboard = '/apps/conservationvaluemapper/dashboard';
const calls = '/api/conservation_value_mapper';

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/apps/conservationvaluemapper');
  await expect(page).toHaveURL(dashboard);
  await expect(page.getByRole('tab', { name: 'My Projects' })).toBeVisible();
}

/**
 * Makes projects by calls, without their screens.
 * @returns the last one's id
 */
async function makeProjects(page: Page, count: number): Promise<number> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `JWT ${token}` };
  const account = await (await page.request.get('/api/accounts/useraccount', { headers })).json();
  let id = 0;
  for (let made = 0; made < count; made++) {
    const project = await page.request.post(`${calls}/projects_ctrl`, {
      headers,
      params: { accountID: account.id },
    });
    id = await project.json();
    await page.request.post(`${calls}/maps_ctrl`, { headers, params: { projectID: id } });
  }
  return id;
}

const loading = (page: Page) => page.getByRole('dialog', { name: 'Loading the project' });

async function closeLoading(page: Page): Promise<void> {
  await loading(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(loading(page)).toBeHidden();
}

test('a visitor sees the way to log in, and no project', async ({ page }) => {
  await openDashboard(page);
  await expect(page.getByText('Please log in to view projects.')).toBeVisible();
  await page.getByRole('button', { name: 'New Project', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Log In' })).toBeVisible();

  await page.goto('/apps/conservationvaluemapper/projects/1');
  await expect(page.getByText('Error Code: 401')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return To Landing' })).toBeVisible();
});

test('a project begins empty, is named, and goes', async ({ page }) => {
  await logIn(page, 'value_beginner');
  await openDashboard(page);
  await expect(page.getByText('There are no projects to display.')).toBeVisible();
  expect(await severeFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'New Project', exact: true }).click();
  await expect(page.getByText('Project created.')).toBeVisible();
  await expect(page).toHaveURL(/\/projects\/\d+$/);
  await expect(loading(page).getByRole('listitem')).toHaveText([
    /Project data, done/,
    /Map data, done/,
    /Data layers, done/,
    /Images on the map, done/,
  ]);
  expect(await severeFaults(page)).toEqual([]);
  // The list stands beside the map, and the title of a new project is selected for typing.
  await expect(page.getByRole('textbox', { name: 'Project title' })).toBeFocused();
  await page.keyboard.type('Sonoran corridor');
  await page.keyboard.press('Enter');
  await closeLoading(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Sonoran corridor' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Edit Project title' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Project summary' }).click();
  await page.getByRole('textbox', { name: 'Project summary' }).fill('Where to connect reserves.');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Where to connect reserves.')).toBeVisible();

  // A project's map opens at [41.256, -95.9345] and zoom 5, as the specification's maps do.
  const moved = page.waitForResponse((reply) => reply.url().includes('last_center_coords'));
  await page.locator('canvas.maplibregl-canvas').press('ArrowRight');
  const viewSaved = await moved;
  expect(viewSaved.status()).toBe(200);
  const view = await viewSaved.json();
  const [latitude, longitude] = JSON.parse(view.last_center_coords);
  expect(latitude).toBeCloseTo(41.256, 1);
  expect(longitude).toBeGreaterThan(-95);
  expect(view.last_zoom).toBeCloseTo(5, 1);

  await page.getByRole('button', { name: 'Base map', exact: true }).click();
  const saved = page.waitForResponse((reply) => reply.url().includes('base_layer'));
  await page.getByText('Light', { exact: true }).click();
  expect((await saved).status()).toBe(200);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Exit' }).click();
  await expect(page).toHaveURL(dashboard);
  const row = page.getByRole('row', { name: /Sonoran corridor/ });
  await expect(row).toContainText(/\d{4}-\d{2}-\d{2}/);
  await expect(row).not.toContainText(':');
  // Only the server knows the base map then.
  await page.reload();
  await row.getByRole('link', { name: 'Sonoran corridor' }).click();
  await closeLoading(page);
  await page.getByRole('button', { name: 'Base map', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Light', exact: true })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete project' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete this project?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await expect(page.getByText('Project deleted.')).toBeVisible();
  await expect(page).toHaveURL(dashboard);
  await expect(page.getByText('There are no projects to display.')).toBeVisible();

  // The sample opens with one press, values and all, and a second press opens the same one.
  const openSample = () => page.getByRole('button', { name: 'Open Sample' }).first().click();
  await openSample();
  await expect(page).toHaveURL(/\/projects\/\d+$/, rasterWork);
  const sample = page.url();
  await closeLoading(page);
  const values = page.getByRole('region', { name: 'Combined value' });
  await expect(values).toBeVisible();
  expect(await severeFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Exit' }).click();
  await openSample();
  await expect(page.getByText('You have the sample project already.')).toBeVisible();
  await expect(page).toHaveURL(sample);
  await expect(loading(page).getByRole('listitem').last()).toHaveText(/done/);
  await page.keyboard.press('Escape');
  await expect(loading(page)).toBeHidden();
  // Arrow keys lead from one layer to the next.
  await page.getByRole('button', { name: 'Valuation curve of Distance to roads' }).focus();
  await page.keyboard.press('ArrowDown');
  const next = page.getByRole('button', { name: 'Valuation curve of Forest cover' });
  await expect(next).toBeFocused();
  await page.getByRole('link', { name: 'Exit' }).click();
  await page.getByRole('button', { name: 'Delete Elk corridor, sample data' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete this project?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await expect(page.getByText('There are no projects to display.')).toBeVisible();
});

test('projects come five a page, and one is deleted from the list', async ({ page }) => {
  await logIn(page, 'value_collector');
  await openDashboard(page);
  await makeProjects(page, 6);
  await page.reload();
  const links = page.getByRole('row').getByRole('link');
  await expect(links).toHaveCount(5);
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(links).toHaveCount(1);
  await page
    .getByRole('row')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page
    .getByRole('alertdialog', { name: 'Delete this project?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await expect(page.getByText('Project deleted.')).toBeVisible();
  await expect(links).toHaveCount(5);
});

test('only a person’s own projects open', async ({ browser, page }) => {
  await logIn(page, 'value_owner');
  await openDashboard(page);
  const id = await makeProjects(page, 1);
  const other = await browser.newPage({ baseURL: process.env.REFUGIA_ADDRESS! });
  await logIn(other, 'value_stranger');
  await other.goto(`/apps/conservationvaluemapper/projects/${id}`);
  await expect(other.getByText('Error Code: 401')).toBeVisible();
  await expect(other.getByRole('link', { name: 'Return To Profile' })).toHaveAttribute(
    'href',
    '/profile/value_stranger',
  );
  for (const path of ['projects/seven', 'projects/1.5', 'elsewhere']) {
    await other.goto(`/apps/conservationvaluemapper/${path}`);
    await expect(other.getByText('Error Code: 404')).toBeVisible();
  }
  await other.close();

  await test.step('a step of loading that fails says why, and can be repeated', async () => {
    await page.route(`**${calls}/maps_ctrl?*`, (route) => route.abort(), { times: 1 });
    await page.goto(`/apps/conservationvaluemapper/projects/${id}`);
    await expect(loading(page).getByRole('listitem').nth(1)).toHaveText(/Map data, failed/);
    await expect(
      page.getByText(
        "Something has gone wrong. Please use the contact form to submit a bug citing the error 'get CVM map on app init'.",
      ),
    ).toBeVisible();
    await expect(loading(page).getByRole('alert')).toContainText('could not be reached');
    const token = await page.evaluate(() => localStorage.getItem('token'));
    for (let layer = 0; layer < 5; layer++) {
      await page.request.post(`${calls}/data_layers_ctrl`, {
        headers: { authorization: `JWT ${token}` },
        params: { projectID: id },
      });
    }
    await loading(page).getByRole('button', { name: 'Try again' }).click();
    await expect(loading(page).getByRole('listitem').nth(3)).toHaveText(/Images on the map, done/);
    await closeLoading(page);
  });

  await test.step('a sixth layer can’t be uploaded, and the button says why', async () => {
    const upload = page.getByRole('button', { name: 'Upload raster' });
    await expect(upload).toBeDisabled();
    await page.getByRole('group', { name: 'Max Data Layers Limit Reached' }).hover();
    await expect(page.getByRole('tooltip')).toHaveText('Max Data Layers Limit Reached');
  });
});

test('the project screen fits a phone, light and dark', detail, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await logIn(page, 'value_walker');
  await openDashboard(page);
  await expect.poll(() => horizontalOverflow(page)).toBe(0);
  const id = await makeProjects(page, 1);
  await page.goto(`/apps/conservationvaluemapper/projects/${id}`);
  await closeLoading(page);
  await expect.poll(() => horizontalOverflow(page)).toBe(0);
  expect(await severeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Fold Project Configuration', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Upload raster' })).toBeHidden();
  await page.getByRole('button', { name: 'Unfold Project Configuration' }).click();
  await expect(page.getByRole('button', { name: 'Upload raster' })).toBeVisible();
});

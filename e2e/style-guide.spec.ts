import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page, TestInfo } from '@playwright/test';
import sharp from 'sharp';
import { detail, expect, horizontalOverflow, severeFaults, test } from './support/test.ts';

const address = '/styleguide';

test.use({ deviceScaleFactor: 1 });

// The anchors of the specification, part 3 §2, are written out again here.
const specifiedAnchors =
  'autocomplete button card-variants collapsible file-upload form inputs label list loading menu modal navbar popover radio-button select table text-area text-edit-field tooltip typography heading text span utility-classes'.split(
    ' ',
  );

/** The version of the browser that took the pictures. Another version draws letters differently. */
const pinnedVersionFile = join(import.meta.dirname, 'screenshots/browser-version.txt');

async function takesPictures(page: Page, testInfo: TestInfo): Promise<boolean> {
  const version = page.context().browser()?.version() ?? 'unknown';
  if (['all', 'changed'].includes(testInfo.config.updateSnapshots)) {
    await writeFile(pinnedVersionFile, `${version}\n`);
    return true;
  }
  const pinned = (await readFile(pinnedVersionFile, 'utf8')).trim();
  if (version === pinned) return true;
  const description = `drawn by ${version} and not compared: the pictures are by ${pinned}`;
  testInfo.annotations.push({ type: 'screenshots', description });
  return false;
}

/** Any visible change counts, but not a difference in the last digit of a blended color. */
const strictness = { threshold: 0.05, maxDiffPixelRatio: 0.0005 };

async function openGuide(page: Page): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Style guide', level: 1 })).toBeVisible();
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode()));
  });
}

const section = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true });

interface Region {
  id: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The places of the sections on the whole page, in pixels. */
function regionsOf(page: Page): Promise<Region[]> {
  return page.locator('section[id]').evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [y, x] = [Math.floor(top + window.scrollY), Math.floor(left)];
      return {
        id: element.id,
        left: x,
        top: y,
        width: Math.ceil(width),
        height: Math.ceil(height),
      };
    }),
  );
}

/**
 * A graphics card's pictures are at most about 16,000 pixels high, and the whole page is higher.
 */
const stripPixels = 5_000;

/**
 * Takes a picture of each section. The pictures are cut from a few large ones, because one
 * screenshot for each would take minutes.
 */
async function picturesOf(page: Page, regions: readonly Region[]): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  let rest = [...regions];
  while (rest[0] !== undefined) {
    const { top } = rest[0];
    const inside = rest.filter((each) => each.top + each.height <= top + stripPixels);
    if (inside.length === 0) throw new Error(`Section ${rest[0].id} is higher than a picture.`);
    rest = rest.slice(inside.length);
    const height = Math.max(...inside.map((each) => each.top + each.height)) - top;
    const clip = { x: 0, y: top, width: page.viewportSize()!.width, height };
    const strip = await page.screenshot({ fullPage: true, clip, animations: 'disabled' });
    for (const { id, left, top: y, width, height: high } of inside) {
      const cut = { left, top: y - top, width, height: high };
      pictures.set(id, await sharp(strip).extract(cut).png({ palette: false }).toBuffer());
    }
  }
  return pictures;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `every section, ${colorScheme}`,
    colorScheme === 'dark' ? detail : {},
    async ({ page }, testInfo) => {
      const isCompared = await takesPictures(page, testInfo);
      await page.emulateMedia({ colorScheme });
      await openGuide(page);
      await page.getByRole('button', { name: 'Show the sample navbar' }).press('Enter');
      const sampleLinks = section(page, 'Navbar').getByRole('link', { name: 'Sample home' });
      await expect(sampleLinks).toHaveCount(2);
      // Elements that stick to the window would cover the sections.
      await page.locator('header, [href="#main"]').evaluateAll((bars) => {
        for (const bar of bars as HTMLElement[]) bar.style.setProperty('position', 'static');
      });

      const regions = await regionsOf(page);
      expect(regions.length).toBeGreaterThan(30);
      for (const { id } of regions) await expect(page.locator(`#${id}-title`)).toBeVisible();
      if (isCompared) {
        await page.evaluate(() => (document.activeElement as HTMLElement).blur());
        await expect(page.locator(':focus')).toHaveCount(0);
        for (const [id, picture] of await picturesOf(page, await regionsOf(page))) {
          expect.soft(picture).toMatchSnapshot([colorScheme, `${id}.png`], strictness);
        }
      }
      expect(await severeFaults(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBe(0);
    },
  );

  test(`what opens, ${colorScheme}`, detail, async ({ page }, testInfo) => {
    const isCompared = await takesPictures(page, testInfo);
    await page.emulateMedia({ colorScheme });
    await openGuide(page);

    async function look(name: string, opened: Locator): Promise<void> {
      await expect(opened).toBeVisible();
      if (isCompared) {
        await page.mouse.move(0, 0);
        await expect.soft(opened).toHaveScreenshot([colorScheme, `open-${name}.png`], strictness);
      }
      await page.keyboard.press('Escape');
      await expect(opened).toBeHidden();
      // The focus returns a moment later, and would leave the field that is filled next.
      await expect(page.locator(':focus')).toBeVisible();
    }

    await section(page, 'Select')
      .getByRole('button', { name: /Valuation curve/ })
      .click();
    await look('select', page.getByRole('listbox'));

    // The text is typed key by key, because an input event at the moment of the focus is discarded
    // with it.
    await section(page, 'Autocomplete')
      .getByRole('combobox', { name: 'Plot', exact: true })
      .click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('plot 0123');
    await expect(page.getByRole('option')).toHaveCount(10);
    // The first option has to be visible as a whole. A list that stays scrolled to the chosen
    // option would hide it.
    await expect(page.getByRole('option').first()).toBeInViewport({ ratio: 1 });
    expect(await severeFaults(page)).toEqual([]);
    await look('autocomplete', page.getByRole('listbox'));

    await section(page, 'Menu').getByRole('button', { name: 'Support' }).click();
    await look('menu', page.getByRole('list', { name: 'Support' }));

    await section(page, 'Popover').getByRole('button', { name: 'bottom', exact: true }).click();
    await look('popover', page.getByRole('dialog', { name: 'Clear pixels' }));

    await section(page, 'Modal').getByRole('button', { name: 'Ask before deleting' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete this map?' });
    await expect(dialog).toBeVisible();
    // Axe can't reach what is behind an open dialog, so this check is quick.
    expect(await severeFaults(page)).toEqual([]);
    await look('confirm-dialog', dialog);
  });
}

test('the narrow screen', detail, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openGuide(page);
  await page.getByRole('button', { name: 'Show the sample navbar' }).click();
  expect(await horizontalOverflow(page)).toBe(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await severeFaults(page)).toEqual([]);
  }

  await page.getByRole('button', { name: 'Sections' }).click();
  await page.getByRole('link', { name: 'Tooltip', exact: true }).click();
  await expect(section(page, 'Tooltip')).toBeInViewport();
});

test('the directory leads to every anchor of the specification', async ({ page }) => {
  await openGuide(page);
  const directory = page.getByRole('navigation', { name: 'Sections' });
  for (const anchor of specifiedAnchors) {
    await expect(page.locator(`[id="${anchor}"]`)).toHaveCount(1);
    await expect(directory.locator(`a[href="#${anchor}"]`)).toHaveCount(1);
  }
  await directory.getByRole('link', { name: 'Table', exact: true }).click();
  await expect(page).toHaveURL(/#table$/);
  await expect(section(page, 'Table')).toBeInViewport();

  await page.goto(`${address}#slider`);
  await expect(section(page, 'Slider')).toBeInViewport();
});

test('a select by keys alone', detail, async ({ page }) => {
  await openGuide(page);
  const select = section(page, 'Select').getByRole('button', { name: /Subject/ });
  await select.press('Enter');
  await expect(page.getByRole('option', { name: 'Providing feedback' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(select).toContainText('Reporting a bug');
  await expect(select).toBeFocused();

  await test.step('letters jump to what begins with them', async () => {
    await select.press('Enter');
    await page.keyboard.type('rea');
    await expect(page.getByRole('option', { name: 'Reaching out' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(select).toContainText('Reporting a bug');
  });
});

test('an autocomplete by keys alone', async ({ page }) => {
  const list = '/style-guide/endangered-species.json';
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(list)) asked.push(request.url());
  });
  await openGuide(page);
  expect(asked).toHaveLength(0);

  const field = section(page, 'Autocomplete').getByRole('combobox', { name: 'Scientific name' });
  await field.focus();
  await expect.poll(() => asked.length).toBe(1);
  await page.keyboard.type('CANIS');
  await expect(page.getByRole('option')).toHaveText([
    'Canis lupus',
    'Canis lupus baileyi',
    'Canis rufus',
  ]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(/^Canis lupus/);
  await expect(page.getByRole('listbox')).toBeHidden();

  await test.step('what is not in the list goes when the field is left', async () => {
    const before = await field.inputValue();
    await field.fill('zzz');
    await expect(page.getByText('Nothing begins with “zzz”.')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(field).toHaveValue(before);
  });

  await test.step('an emptied field has no choice', async () => {
    await field.fill('');
    await page.keyboard.press('Tab');
    await expect(section(page, 'Autocomplete').getByText('None chosen.')).toBeVisible();
  });

  await test.step('twenty thousand entries list the first of many', async () => {
    const plot = section(page, 'Autocomplete').getByRole('combobox', { name: 'Plot', exact: true });
    await plot.fill('plot 1');
    await expect(page.getByText('The first 50 of 10,000.')).toBeVisible();
    await plot.fill('plot 1999');
    await expect(page.getByRole('option')).toHaveCount(10);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(plot).toHaveValue('Plot 19990');
  });

  await test.step('a name in full closes the list, and what follows opens it', async () => {
    const options = page.getByRole('option');
    const wholeName = async (chosen: string) => {
      await expect(section(page, 'Autocomplete').getByText(`Chosen: ${chosen}.`)).toBeVisible();
      await expect(options).toHaveCount(0);
    };
    await field.fill('canis lup');
    await expect(options).toHaveCount(2);
    // The choice is another one than before, and the list is open.
    await field.press('u');
    await field.press('s');
    await wholeName('Canis lupus');
    // A longer name begins with the same text.
    await field.press('Space');
    await field.press('b');
    await expect(options).toHaveText(['Canis lupus baileyi']);
    // The choice is the same as before.
    await field.press('Backspace');
    await wholeName('Canis lupus');
    // The list is closed when the text is pasted.
    await field.fill('');
    await field.press('Tab');
    await field.fill('canis lupus');
    await wholeName('Canis lupus');
    await field.press('ArrowDown');
    await expect(options.first()).toBeVisible();
    await field.press('Escape');
    await field.press('Tab');
    await expect(field).toHaveValue('Canis lupus');
  });
});

test('tabs by keys alone', detail, async ({ page }) => {
  await openGuide(page);
  const tabs = section(page, 'Tabs').getByRole('tablist', { name: 'Lists of maps' });
  await tabs.getByRole('tab', { name: 'My Maps' }).focus();
  await page.keyboard.press('ArrowRight');
  // The tab in the middle is disabled.
  await expect(tabs.getByRole('tab', { name: 'Public' })).toBeFocused();
  await expect(page.getByText('Maps that all may see.')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(page.getByText("Maps of one's own.")).toBeVisible();
});

test('pagination by keys alone', detail, async ({ page }) => {
  await openGuide(page);
  const pages = page.getByRole('navigation', { name: 'Pages of maps' });
  const numbers = pages.getByRole('button', { name: /^Page \d+$/ });
  await expect(numbers).toHaveText(['5', '6', '7', '8', '9']);
  await pages.getByRole('button', { name: 'Last page' }).press('Enter');
  await expect(numbers).toHaveText(['16', '17', '18', '19', '20']);
  await expect(pages.getByRole('button', { name: 'Last page' })).toBeFocused();
  await pages.getByRole('button', { name: 'Previous page' }).press('Space');
  await expect(pages.locator('[aria-current="page"]')).toHaveText('19');
  await pages.getByRole('button', { name: 'Next page' }).press('Enter');
  await pages.getByRole('button', { name: 'Next page' }).press('Enter');
  await expect(pages.locator('[aria-current="page"]')).toHaveText('20');
  await pages.getByRole('button', { name: 'First page' }).press('Enter');
  await expect(numbers).toHaveText(['1', '2', '3', '4', '5']);
});

test('an edit field by keys alone', detail, async ({ page }) => {
  await openGuide(page);
  const region = section(page, 'Text edit field');
  const edit = region.getByRole('button', { name: 'Edit Organization' });
  const field = region.getByLabel('Organization', { exact: true });

  await test.step('Escape leaves it as it was', async () => {
    await edit.press('Enter');
    await expect(field).toBeFocused();
    await field.fill('Something else');
    await page.keyboard.press('Escape');
    await expect(region.getByText('Prairie Watch')).toBeVisible();
    await expect(edit).toBeFocused();
  });

  await test.step('Done saves', async () => {
    await edit.press('Enter');
    await field.fill('  River Keepers ');
    await page.keyboard.press('Tab');
    await expect(region.getByRole('button', { name: 'Done' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(region.getByText('River Keepers', { exact: true })).toBeVisible();
    await expect(edit).toBeFocused();
  });

  await test.step('Done waits for a text that is right', async () => {
    await edit.press('Enter');
    await field.fill('');
    await expect(region.getByText('This is required.')).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(region.getByText('This is required.')).toBeVisible();
    await page.keyboard.type('M');
    await expect(region.getByText('This is required.')).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(region.getByText('M', { exact: true })).toBeVisible();
  });

  await test.step('several lines end with Ctrl and Enter', async () => {
    await region.getByRole('button', { name: 'Edit Bio' }).press('Enter');
    await page.keyboard.type('One');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Two');
    await page.keyboard.press('Control+Enter');
    await expect(region.getByText('One Two')).toBeVisible();
  });
});

test('a file upload keeps its rules', async ({ page }) => {
  await openGuide(page);
  const region = section(page, 'File upload');
  const vector = region.getByLabel('Vector file', { exact: true });
  const form = region
    .locator('form')
    .filter({ has: page.getByText('Vector file', { exact: true }) });
  const button = form.locator('button[type=submit]');
  await expect(vector).toHaveAttribute('name', 'map_layer');
  await expect(button).toBeDisabled();

  const file = (name: string, bytes: number) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(bytes),
  });
  const wrongType = 'Error: File must must be of type .json, .kml, .kmz, .zip.';
  const tooLarge = 'Error: File size cannot be larger than 1 MB.';
  await vector.setInputFiles(file('range.tif', 1_000_001));
  await expect(form.getByRole('alert')).toContainText(wrongType);
  await expect(form.getByRole('alert')).toContainText(tooLarge);
  await expect(button).toBeDisabled();
  await vector.setInputFiles(file('range.zip', 1_000_001));
  await expect(form.getByRole('alert')).toHaveText(tooLarge);
  await vector.setInputFiles(file('range.ZIP', 1_000_000));
  await expect(form.getByRole('alert')).toHaveText('');
  await expect(button).toHaveText('Upload');

  await test.step('with more to do afterwards, it counts and starts anew', async () => {
    await button.press('Enter');
    await expect(button).toHaveText(/^\d\d?%$/);
    await expect(button).toBeDisabled();
    await expect(vector).toBeDisabled();
    await expect(page.getByText('File uploaded.')).toBeVisible();
    await expect(button).toHaveText('Upload');
    await expect(button).toBeDisabled();
    await expect(form.getByText('Choose a file', { exact: true })).toBeVisible();
  });

  await test.step('without, it stays done', async () => {
    const raster = region.getByLabel('Raster file', { exact: true });
    await raster.setInputFiles(file('dem.tiff', 10));
    const once = region
      .locator('form')
      .filter({ has: page.getByText('Raster file', { exact: true }) });
    await once.locator('button[type=submit]').click();
    await expect(once.locator('button[type=submit]')).toHaveText('Uploaded');
    await expect(raster).toBeDisabled();
  });
});

test('a form is judged when its fields are left', async ({ page }) => {
  await openGuide(page);
  const form = section(page, 'Form');
  const email = form.getByLabel('Email', { exact: true });
  const fault = form.getByText('Email requires the standard email format.');
  await email.fill('field.notes');
  await expect(fault).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(fault).toBeVisible();
  await email.press('End');
  await page.keyboard.type('@');
  await expect(fault).toBeHidden();
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByText('Please fill out the entire form.')).toBeVisible();
  // An empty field is invalid after it was left. There are three of them: both names and the
  // message.
  await expect(form.getByText('This is required.')).toHaveCount(3);
});

test('a static backdrop, toasts of four types, and the sample navbar', async ({ page }) => {
  await openGuide(page);
  await section(page, 'Modal').getByRole('button', { name: 'Size md' }).click();
  const dialog = page.getByRole('dialog', { name: 'Email Verification' });
  await expect(dialog).toBeVisible();
  await page.mouse.click(20, 400);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  for (const type of ['error', 'message', 'success', 'warning']) {
    await section(page, 'Toast').getByRole('button', { name: type }).click();
  }
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('alertdialog');
  await expect(toasts).toHaveCount(4);

  const brand = section(page, 'Navbar').getByRole('link', { name: 'Sample home' });
  await expect(brand).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the sample navbar' }).press('Enter');
  await expect(brand).toHaveCount(2);
  await page.getByRole('button', { name: 'Hide the sample navbar' }).press('Enter');
  await expect(brand).toHaveCount(0);
});

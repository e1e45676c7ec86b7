import type { Page } from '@playwright/test';
import { chooseBaseMap, countSameColours } from './support/map-pixels.ts';
import { classesFile, stripeNumbers, stripesFile } from './support/raster-file.ts';
import { detail, expect, test } from './support/test.ts';
import {
  closeDialog,
  dialog,
  openWithRaster,
  openWithSavedView,
  rasterWork,
  showWorld,
  uploadRaster,
} from './support/value-project.ts';

test.use({ drawsSeldom: true });

const calls = '/api/conservation_value_mapper';

/** The elements on the page that React has rendered since `forgetRenders`. */
declare global {
  interface Window {
    renderedElements: Element[];
  }
}

/**
 * Records each element whose component React has rendered again. It uses the fibers on which a
 * commit has worked (flag 1, PerformedWork), as React's own developer tools do.
 */
async function noteRenders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Fiber {
      readonly tag: number;
      readonly flags: number;
      readonly alternate: Fiber | null;
      readonly child: Fiber | null;
      readonly sibling: Fiber | null;
      readonly stateNode: unknown;
    }
    window.renderedElements = [];
    const elementOf = (fiber: Fiber | null): Element | undefined => {
      for (let at = fiber; at; at = at.child) {
        if (at.stateNode instanceof Element) return at.stateNode;
      }
      return undefined;
    };
    const isComponent = ({ tag }: Fiber) => [0, 1, 11, 14, 15].includes(tag);
    const note = (fiber: Fiber | null): void => {
      for (let at = fiber; at; at = at.sibling) {
        // A fiber that a commit has not touched is the same object as before it.
        const isRendered = at.alternate !== null && (at.flags & 1) !== 0;
        const element = isRendered && isComponent(at) ? elementOf(at) : undefined;
        if (element) window.renderedElements.push(element);
        if (at.child !== at.alternate?.child) note(at.child);
      }
    };
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => note(root.current),
        onCommitFiberUnmount: () => undefined,
      },
    });
  });
}

/**
 * The rendered elements on the page, by the part of the page that contains them. Those that tell of
 * the upload are left out, because they come and go in a time of their own.
 */
function renderedPlaces(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const placeOf = (element: Element) => {
      const slider = element.closest('[role="group"]');
      if (slider?.querySelector('input[type="range"]')) {
        return `slider ${slider.querySelector('input')?.getAttribute('aria-labelledby') ? slider.querySelector('label, span')?.textContent : ''}`;
      }
      const figure = element.closest('figure');
      return figure ? 'curve' : element.outerHTML.slice(0, 80);
    };
    const connected = window.renderedElements.filter(
      (element) => element.isConnected && !element.closest('[aria-label="Notifications"]'),
    );
    return [...new Set(connected.map(placeOf))].sort();
  });
}

const valuation = (page: Page) => page.getByRole('dialog', { name: /^Valuation curve of/ });

async function openCurve(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Valuation curve of/ }).click();
  await expect(valuation(page)).toBeVisible();
  await valuation(page).getByRole('button', { name: 'Advanced' }).click();
}

test('a slider moves map and curve without a request, and without rendering anything else', async ({
  page,
}) => {
  await noteRenders(page);
  await openWithSavedView(page, 'value_slider', await stripesFile());
  await openCurve(page);
  await valuation(page)
    .getByRole('button', { name: /Linear/ })
    .click();
  await page.getByRole('option', { name: 'Exponential', exact: true }).click();
  const amplitude = valuation(page).getByRole('slider', { name: 'Amplitude' });
  // The list of kinds closes above a slider, which would render when it finds the pointer on it.
  await page.mouse.move(rasterClip.x, rasterClip.y);
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await amplitude.focus();
  const curve = valuation(page).getByRole('img', { name: /^Exponential curve, from / });
  await expect(curve).toBeVisible();
  const before = await curve.getAttribute('aria-label');

  const asked: string[] = [];
  page.on('request', (request) => {
    // The base map may still be loading.
    if (!/tiles\/(?!value)|base-?map|fonts|glyphs/.test(request.url())) asked.push(request.url());
  });
  // The first press makes "Undo" a button that can be pressed.
  await page.keyboard.press('ArrowRight');
  await page.evaluate(() => {
    window.renderedElements = [];
  });
  for (let press = 1; press < 10; press++) await page.keyboard.press('ArrowRight');
  await expect(amplitude).toHaveValue('1.5');
  await expect(curve).not.toHaveAccessibleName(before ?? '');
  expect(await renderedPlaces(page)).toEqual(['slider Amplitude']);
  expect(asked).toEqual([]);
});

/** The red, green and blue values of the valued raster's stripes, as the server draws them. */
async function serverColours(page: Page): Promise<number[][]> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `JWT ${token}` };
  const projectID = /\d+$/.exec(page.url())?.[0] ?? '';
  const listed = await page.request.get(`${calls}/val_rst_datasets_ctrl`, {
    headers,
    params: { type: 'all', projectID },
  });
  const [{ id }] = await listed.json();
  const tile = await page.request.get(`/tiles/value/valued/${id}/0/0/0.png`, { headers });
  expect(tile.status()).toBe(200);
  const source = (await tile.body()).toString('base64');
  return page.evaluate(
    async ([png, count]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      drawing.drawImage(image, 0, 0);
      return Array.from({ length: count }, (_, stripe) => {
        const across = ((stripe + 0.5) / count) * image.width;
        return [...drawing.getImageData(across, image.height / 2, 1, 1).data.slice(0, 3)];
      });
    },
    [source, stripeNumbers.length] as const,
  );
}

/**
 * The pixels of one stripe of one world, which is 64 across and 107 down on a screen of half the
 * resolution.
 */
const stripePixels = 64 * 107;
/** At least this much of each stripe is beside all panels. */
const leastPixels = stripePixels / 4;

async function expectColours(page: Page, colours: number[][], least = leastPixels): Promise<void> {
  const seen = async () =>
    (await countSameColours(await page.screenshot(), colours)).map((count) => count > least);
  await expect.poll(seen).toEqual(stripeNumbers.map(() => true));
}

/** A place of the map that the raster covers and no panel does. */
const rasterClip = { x: 620, y: 300, width: 200, height: 200 };

/** Takes a picture of `rasterClip`, with all that was changed before. */
async function pictureRaster(page: Page): Promise<Buffer> {
  // The map draws in a frame that it asks for at the change.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.evaluate(() => new Promise(requestAnimationFrame));
  return page.screenshot({ clip: rasterClip });
}

/**
 * Changes how the raster looks, and waits until it looks different and stays so.
 * @returns a picture of the screen
 */
async function redraw(page: Page, change: () => Promise<void>): Promise<Buffer> {
  const before = await pictureRaster(page);
  await change();
  let last = before;
  await expect(async () => {
    const previous = last;
    last = await pictureRaster(page);
    expect(last.equals(before)).toBe(false);
    expect(last.equals(previous)).toBe(true);
  }).toPass();
  return page.screenshot();
}

test('the map has the server’s colours, before they are stored and after, whatever happens to it', async ({
  page,
}) => {
  await openWithSavedView(page, 'value_colours', await stripesFile());
  await showWorld(page);
  await openCurve(page);
  const choose = async (before: RegExp, option: string) => {
    await valuation(page).getByRole('button', { name: before }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await redraw(page, () => choose(/Linear/, 'Logarithmic'));
  await redraw(page, () => choose(/Black\/White/, 'Purple/Yellow'));
  const preview = await redraw(page, () =>
    valuation(page).getByRole('slider', { name: 'Offset' }).fill('-0.4'),
  );
  await valuation(page).getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(
    dialog(page, 'Processing the valued raster').getByRole('listitem').last(),
  ).toHaveText(/Fetch the image to the map, done/, rasterWork);
  await closeDialog(page, 'Processing the valued raster');

  const colours = await serverColours(page);
  expect(new Set(colours.map(String)).size).toBe(stripeNumbers.length);
  for (const count of await countSameColours(preview, colours)) {
    expect(count).toBeGreaterThan(leastPixels);
  }
  await expectColours(page, colours);

  await chooseBaseMap(page, 'Dark');
  await expectColours(page, colours);

  // The map's own canvas and the canvas of its values each lose their context.
  const lost = await page.evaluate(async () => {
    const canvases = [...document.querySelectorAll<HTMLCanvasElement>('.maplibregl-map canvas')];
    for (const canvas of canvases) {
      const context = canvas.getContext('webgl2')!;
      const loss = context.getExtension('WEBGL_lose_context')!;
      const isTold = new Promise((resolve) => {
        canvas.addEventListener('webglcontextlost', resolve, { once: true });
      });
      loss.loseContext();
      await isTold;
      // The browser restores a context only after all listeners to its loss have run.
      while (context.isContextLost()) {
        loss.restoreContext();
        await new Promise(requestAnimationFrame);
      }
    }
    return canvases.length;
  });
  expect(lost).toBe(2);
  await expectColours(page, colours);

  // Every copy of the world shows the raster.
  await page.getByRole('button', { name: 'Fold Project Configuration', exact: true }).click();
  await expectColours(page, colours, 1.5 * stripePixels);
});

// A linear gray from black at 0 to white at 400 is 255 × 100 / 400 and 255 × 250 / 400, with 128
// instead of 127.5 in its middle.
test(
  'a layer of numbers is drawn after a layer of classes that lies elsewhere',
  detail,
  async ({ page }) => {
    await openWithRaster(page, 'value_classes', await classesFile());
    await uploadRaster(page, await stripesFile());
    await closeDialog(page, 'Processing the raster');
    const grays = [64, 160].map((gray) => [gray, gray, gray]);
    await expect
      .poll(async () =>
        (await countSameColours(await page.screenshot(), grays)).map((count) => count > 10_000),
      )
      .toEqual([true, true]);
  },
);

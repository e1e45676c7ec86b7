import type { PatchAt, PatchPage } from '@refugia/contract/habitat-patrol/run-patches.ts';
import { tileAt } from '@refugia/engine/geo/web-mercator.ts';
import {
  changeAlpha,
  changeInnerAlpha,
  changePalette,
} from '@refugia/engine/render/change-palette.ts';
import { syntheticWorld } from '@refugia/engine/testing/synthetic-scenes.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createFinishedRun,
  type FinishedRun,
  syntheticRequest,
} from '../../../../testing/synthetic-app.ts';

let run: FinishedRun;
beforeAll(async () => {
  run = await createFinishedRun({
    areaName: 'Bärenwald / Nord',
    scenes: { before: { exclude: ['no such scene'] } },
    blankMaskMargins: false,
  });
});
afterAll(() => run?.close());

describe('the result', () => {
  test('tells kinds, scenes and everything that it was computed with', () => {
    expect(run.result.statistics.kinds[0]).toMatchObject({ kind: 'vegetation_loss' });
    const hectares = run.result.statistics.kinds.reduce((sum, kind) => sum + kind.hectares, 0);
    expect(hectares).toBeCloseTo(run.result.statistics.changed_hectares, 6);
    expect(run.result.parameters).toEqual({
      land_cover: null,
      blank_mask_margins: false,
      window_days: 45,
      smallest_patch_pixels: 5,
      smallest_change_hectares: 0.5,
      scenes: { before: { exclude: ['no such scene'] } },
    });
    expect(run.result.provenance).toMatchObject({
      software: 'Refugia',
      catalogue_url: run.imageryServer.catalogueUrl,
      collections: ['sentinel-2-c1-l2a', 'sentinel-2-l2a'],
    });
    expect(run.result.provenance!.version).toMatch(/^\d+\.\d+\.\d+/);
    for (const scene of run.result.scenes) {
      expect(scene.cloud_share).toBeGreaterThanOrEqual(0);
      expect(scene.cloud_share).toBeLessThanOrEqual(1);
    }
    const [west, south] = syntheticWorld.area.coordinates[0][0];
    expect(run.result.bbox[0]).toBeCloseTo(Math.min(west, run.result.bbox[0]), 5);
    expect(run.result.bbox[1]).toBeLessThanOrEqual(south + 1e-5);
  });

  test('lists its patches, the largest first', async () => {
    const all: PatchPage = (await run.anybody().ask('GET', `${run.runUrl}/patches`)).json();
    expect(all.total).toBe(run.result.statistics.listed_patch_count);
    expect(all.total).toBe(run.result.statistics.patch_count);
    const [largest] = all.patches;
    expect(largest!.hectares).toBeCloseTo(run.result.statistics.largest_patch_hectares, 3);
    const [west, south, east, north] = largest!.bbox;
    const [longitude, latitude] = largest!.centroid;
    expect(longitude > west && longitude < east && latitude > south && latitude < north).toBe(true);
    const beyond = await run
      .anybody()
      .ask('GET', `${run.runUrl}/patches?offset=${all.total}&limit=5`);
    expect(beyond.json().patches).toEqual([]);
    for (const wrong of ['limit=0', 'limit=201', 'offset=-1', 'limit=x']) {
      expect((await run.anybody().ask('GET', `${run.runUrl}/patches?${wrong}`)).statusCode).toBe(
        400,
      );
    }
  });
});

test('finds the patch at a place', async () => {
  const at = async (longitude: number | string, latitude: number | string) =>
    run
      .anybody()
      .ask('GET', `${run.runUrl}/patches/at?longitude=${longitude}&latitude=${latitude}`);
  const { patches }: PatchPage = (await run.anybody().ask('GET', `${run.runUrl}/patches`)).json();
  for (const patch of patches.slice(0, 3)) {
    expect((await at(...patch.centroid)).json<PatchAt>()).toEqual({ patch });
  }
  const [west, south] = run.result.bbox;
  expect((await at(west - 1, south - 1)).json()).toEqual({ patch: null });
  expect((await at(-170, 89)).json()).toEqual({ patch: null });
  expect((await at('x', 1)).statusCode).toBe(400);
  expect((await at(181, 1)).statusCode).toBe(400);
  const elsewhere = await run
    .anybody()
    .ask('GET', `/api/changedetection/runs/${'A'.repeat(22)}/patches/at?longitude=1&latitude=1`);
  expect(elsewhere.statusCode).toBe(404);
});

describe('the change layer', () => {
  /** Colours of the tile's pixels that are not transparent, without its hatching. */
  async function coloursOf(query: string): Promise<Set<string>> {
    return changeColours(await tile(query));
  }

  async function tile(query: string): Promise<Buffer> {
    const [west, south, east, north] = run.result.bbox;
    const { z, x, y } = tileAt((west + east) / 2, (south + north) / 2, 11);
    const reply = await run
      .anybody()
      .ask('GET', `/tiles/change/${run.id}/change/${z}/${x}/${y}.png${query}`);
    expect(reply.statusCode).toBe(200);
    return reply.rawPayload;
  }

  /** The alphas with which a picture shows lost vegetation. */
  async function lossAlphas(png: Buffer): Promise<Set<number>> {
    const rgba = await sharp(png).ensureAlpha().raw().toBuffer();
    const [red, green, blue] = changePalette.vegetation_loss.colour;
    const alphas = new Set<number>();
    for (let index = 0; index < rgba.length; index += 4) {
      const [r, g, b, alpha] = rgba.subarray(index, index + 4);
      if (r === red && g === green && b === blue) alphas.add(alpha);
    }
    return alphas;
  }

  async function changeColours(png: Buffer): Promise<Set<string>> {
    const rgba = await sharp(png).ensureAlpha().raw().toBuffer();
    const colours = new Set<string>();
    for (let index = 0; index < rgba.length; index += 4) {
      if (rgba[index + 3] === changeAlpha) colours.add([...rgba.subarray(index, index + 3)].join());
    }
    return colours;
  }

  test('has a colour for each kind, and shows the kinds that are asked for', async () => {
    expect(run.result.kinds_on_map).toBe(true);
    const loss = changePalette.vegetation_loss.colour.join();
    const all = await coloursOf('');
    expect(all.has(loss)).toBe(true);
    const expected = run.result.statistics.kinds.map(({ kind }) =>
      changePalette[kind].colour.join(),
    );
    for (const colour of all) expect(expected).toContain(colour);
    expect(await coloursOf('?kinds=water,vegetation_loss')).toEqual(new Set([loss]));
    expect(await coloursOf('?kinds=')).toEqual(new Set());
    const picture = await run.download('change.png?kinds=water,vegetation_loss');
    expect(await changeColours(picture.rawPayload)).toEqual(new Set([loss]));
    const none = await run.download('change.png?kinds=');
    expect(await changeColours(none.rawPayload)).toEqual(new Set());
    expect((await run.download('change.png?kinds=fire')).statusCode).toBe(400);

    expect((await run.download('change.png?unobserved=dotted')).statusCode).toBe(400);
  });

  test('lets the ground show through inside of a firm outline, unless it shall be filled', async () => {
    const [firm, translucent] = [changeAlpha, changeInnerAlpha];
    expect(translucent / 255).toBeLessThan(0.5);
    expect(await lossAlphas(await tile(''))).toEqual(new Set([firm, translucent]));
    expect(await lossAlphas(await tile('?outline=true'))).toEqual(new Set([firm, translucent]));
    expect(await lossAlphas(await tile('?outline=false'))).toEqual(new Set([firm]));
    const { rawPayload } = await run.download('change.png');
    expect(await lossAlphas(rawPayload)).toEqual(new Set([firm, translucent]));
  });

  test('is kept by whoever has it, whichever way a proxy has written its tag', async () => {
    const [west, south, east, north] = run.result.bbox;
    const { z, x, y } = tileAt((west + east) / 2, (south + north) / 2, 11);
    const url = `/tiles/change/${run.id}/change/${z}/${x}/${y}.png`;
    const { headers } = await run.anybody().ask('HEAD', url);
    for (const tag of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      const again = await run
        .anybody()
        .ask('GET', url, undefined, { 'if-none-match': String(tag) });
      expect([tag, again.statusCode]).toEqual([tag, 304]);
      expect(again.headers).toMatchObject({ etag: headers.etag });
      expect(again.headers['content-type']).toBeUndefined();
      expect(again.headers['content-length']).toBeUndefined();
    }
  });

  test('says so when a kind is none', async () => {
    for (const wrong of ['fire', 'water,', 'water;burn', 'WATER']) {
      const url = `/tiles/change/${run.id}/change/11/1/1.png?kinds=${wrong}`;
      expect([wrong, (await run.anybody().ask('GET', url)).statusCode]).toEqual([wrong, 400]);
    }
  });

  test('comes with the names of its classes for a GIS', async () => {
    const aux = await run.download('change.tif.aux.xml');
    expect(aux.headers).toMatchObject({
      'content-type': 'application/xml',
      'content-disposition':
        'attachment; filename="barenwald-nord_2021-07-14_2023-07-16_change.tif.aux.xml"',
    });
    expect(aux.body).toContain('<Category>Vegetation lost</Category>');
    const archive = await run.download('change.zip');
    expect(archive.headers['content-type']).toBe('application/zip');
    // The archive contains the layer's file unchanged.
    expect(archive.rawPayload.includes((await run.download('change.tif')).rawPayload)).toBe(true);
  });
});

test('what has no result yet can not be downloaded', async () => {
  run.imageryServer.faults.add({ path: /search/, kind: 'hang' });
  const browser = run.anybody();
  const { id: running } = (await browser.start(syntheticRequest)).json();
  const url = `/api/changedetection/runs/${running}`;
  for (const path of ['patches', 'downloads/before.tif', 'thumbnail.png']) {
    expect((await browser.ask('GET', `${url}/${path}`)).statusCode).toBe(409);
  }
  expect((await browser.ask('POST', `${url}/key`)).statusCode).toBe(409);
  await browser.ask('POST', `${url}/cancel`);
  run.imageryServer.faults.clear();
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { deadlinesOf, transportTo } from '../../../testing/http-imagery.ts';
import { type ImageryServer, startImageryServer } from '../../../testing/imagery-server.ts';
import {
  reflectanceAt,
  type SyntheticScene,
  syntheticScenes,
  syntheticWorld,
  writeSyntheticScenes,
} from '../../../testing/synthetic-scenes.ts';
import { coordinateTransform } from '../../crs/transform.ts';
import { AnalysisFailure } from '../../failure/analysis-failure.ts';
import { rectangleLayout } from '../../raster/pixel-layout.ts';
import { rasterizeArea } from '../../raster/rasterize.ts';
import type { BandName } from '../../source/scene.ts';
import { searchScenes } from '../../source/search.ts';
import type { Transport } from '../../source/transport.ts';
import { buildComposites, chooseWorkArea, pictureNotes } from '../index.ts';
import type { Composite, CompositePair, WorkArea } from '../types.ts';

const { area, startDate, endDate, grid: sceneGrid, changed } = syntheticWorld;
const servers: ImageryServer[] = [];
const folders = new Map<string, Promise<string>>();

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
afterAll(async () => {
  for (const folder of folders.values()) await rm(await folder, { recursive: true });
});

/** A folder with scenes; the same scenes are written once. */
function folderOf(scenes: readonly SyntheticScene[]): Promise<string> {
  const key = JSON.stringify(scenes);
  const write = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'refugia-scenes-'));
    await writeSyntheticScenes(folder, scenes);
    return folder;
  };
  const folder = folders.get(key) ?? write();
  folders.set(key, folder);
  return folder;
}

/** Scenes on a server, and a transport that soon gives up waiting for an answer. */
async function serve(
  scenes: readonly SyntheticScene[] = syntheticScenes,
): Promise<{ server: ImageryServer; transport: Transport }> {
  const server = await startImageryServer(await folderOf(scenes));
  servers.push(server);
  const transport = transportTo(server, { attempts: 3, attemptDeadline: deadlinesOf(server) });
  return { server, transport };
}

async function compose(
  { server, transport }: Awaited<ReturnType<typeof serve>>,
  options: { workArea?: WorkArea; signal?: AbortSignal } = {},
): Promise<CompositePair & { workArea: WorkArea }> {
  const search = { transport, catalogueUrl: server.catalogueUrl, area };
  const before = await searchScenes({ ...search, date: startDate });
  const after = await searchScenes({ ...search, date: endDate });
  const scenes = [...before.scenes, ...after.scenes];
  const workArea = options.workArea ?? (await chooseWorkArea({ area, scenes, transport }));
  const pair = await buildComposites({
    startDate,
    endDate,
    beforeScenes: before.scenes,
    afterScenes: after.scenes,
    workArea,
    transport,
    signal: options.signal,
  });
  return { ...pair, workArea };
}

const idsOf = ({ scenes }: Composite): string[] => scenes.map(({ scene }) => scene.id);

/** The largest difference between a composite and the truth of the scene that each pixel is from. */
function largestError(composite: Composite, name: BandName, scenes = syntheticScenes): number {
  const band = composite.bands[composite.names.indexOf(name)];
  const known = new Map(scenes.map((scene) => [scene.id, scene]));
  const offsetColumn = (composite.grid.affine[2] - sceneGrid.affine[2]) / 10;
  const offsetRow = (sceneGrid.affine[5] - composite.grid.affine[5]) / 10;
  let largest = 0;
  for (let index = 0; index < band.length; index++) {
    if (composite.valid[index] === 0) continue;
    const scene = known.get(composite.scenes[composite.sceneIndex[index]].scene.id)!;
    const column = (index % composite.grid.width) + offsetColumn;
    const row = Math.floor(index / composite.grid.width) + offsetRow;
    const truth = 10_000 * reflectanceAt(scene, name, column, row);
    largest = Math.max(largest, Math.abs(band[index] - truth));
  }
  return largest;
}

/** A pixel's value, by its place on the scenes' grid. */
function valueAt(composite: Composite, name: BandName, column: number, row: number): number {
  return composite.bands[composite.names.indexOf(name)][pixelAt(composite, column, row)];
}

function pixelAt({ grid }: Composite, column: number, row: number): number {
  const x = column - (grid.affine[2] - sceneGrid.affine[2]) / 10;
  const y = row - (sceneGrid.affine[5] - grid.affine[5]) / 10;
  return y * grid.width + x;
}

describe('a pair of composites', () => {
  test('takes each pixel from the nearest clear scene, and holds true reflectance', async () => {
    const pair = await compose(await serve());
    expect(pair.before.names).toEqual(['blue', 'green', 'red', 'nir', 'swir1', 'swir2']);
    expect(idsOf(pair.before)).toEqual(['before-cloudy', 'before-clear']);
    expect(idsOf(pair.after)).toEqual(['after-cloudy', 'after-clear']);
    expect([pair.before.date, pair.after.date]).toEqual(['2021-07-14', '2023-07-16']);
    for (const composite of [pair.before, pair.after]) {
      expect(composite.clearShare).toBe(1);
      expect(Buffer.from(composite.valid).equals(pair.workArea.mask)).toBe(true);
      // Copied pixels differ from the truth by rounding alone.
      for (const name of ['blue', 'green', 'red', 'nir'] as const) {
        expect(largestError(composite, name)).toBeLessThanOrEqual(0.5001);
      }
    }
    // The cloud of 60 × 60 pixels and the margin of 140 m around it.
    const fromClear = pair.before.scenes[1].pixelCount;
    expect(fromClear).toBe(88 * 88);
    expect(pair.notes).toEqual([]);
    expect(pictureNotes(pair).map(runSentence)).toEqual([
      expect.stringContaining('7 % of the area is water'),
    ]);
  });

  test('resamples 20 m bands between their pixels', async () => {
    const { after } = await compose(await serve());
    const scene = syntheticScenes.find(({ id }) => id === 'after-cloudy')!;
    const number = (column: number, row: number): number =>
      Math.round(10_000 * reflectanceAt(scene, 'swir1', column, row));
    // 10 m pixel (141, 121) lies 3/4 in the 20 m pixel from (140, 120), 1/4 in each neighbour.
    const expected =
      (9 * number(140, 120) + 3 * number(142, 120) + 3 * number(140, 122) + number(142, 122)) / 16;
    expect(Math.abs(valueAt(after, 'swir1', 141, 121) - expected)).toBeLessThanOrEqual(0.5001);
  });

  test('reads no bands of scenes it does not need, and only the blocks it needs', async () => {
    const served = await serve();
    await compose(served);
    const bytesOf = (pattern: RegExp): number =>
      served.server.requests
        .filter(({ path }) => pattern.test(path))
        .reduce((sum, { range }) => {
          const [, first, last] = /(\d+)-(\d+)/.exec(range!)!;
          return sum + Number(last) - Number(first) + 1;
        }, 0);
    expect(bytesOf(/far\/B/)).toBe(0);
    expect(bytesOf(/before-clear\/B02/)).toBeGreaterThan(0);
    expect(bytesOf(/before-clear\/B02/)).toBeLessThan(bytesOf(/before-cloudy\/B02/) * 0.7);
  });

  test('warps scenes to a work grid of the neighbouring UTM zone', async () => {
    const [x, y] = coordinateTransform(32613, 32612)(sceneGrid.affine[2], sceneGrid.affine[5]);
    const grid = {
      width: 320,
      height: 320,
      epsg: 32612,
      affine: [10, 0, Math.round(x) - 200, 0, -10, Math.round(y) + 200] as const,
    };
    const mask = rasterizeArea(area, grid);
    const pixelCount = mask.reduce((sum, value) => sum + value, 0);
    const pair = await compose(await serve(), {
      workArea: { grid, layout: rectangleLayout(grid), mask, pixelCount, pixelSizeMeters: 10 },
    });
    expect(pair.after.clearShare).toBeGreaterThan(0.995);
    const toZone12 = coordinateTransform(32613, 32612);
    const at = (composite: Composite, name: BandName): number => {
      const column = sceneGrid.affine[2] + 10 * (changed.column + 25.5);
      const [zoneX, zoneY] = toZone12(column, sceneGrid.affine[5] - 10 * (changed.row + 20.5));
      const index =
        Math.floor((grid.affine[5] - zoneY) / 10) * grid.width +
        Math.floor((zoneX - grid.affine[2]) / 10);
      return composite.bands[composite.names.indexOf(name)][index] / 10_000;
    };
    // In the middle of the change: forest before, bare ground after, each with 6 % of texture.
    expect(at(pair.before, 'nir')).toBeCloseTo(0.32, 1);
    expect(at(pair.before, 'red')).toBeLessThan(0.04);
    expect(at(pair.after, 'red')).toBeGreaterThan(0.17);
  });
});

describe('what can’t be seen', () => {
  const corner = { column: 20, row: 220, width: 40, height: 40 };
  const middle: [number, number] = [40, 240];

  test('pixels that a scene has not seen come from another', async () => {
    const scenes = syntheticScenes.map((scene) =>
      scene.id === 'before-cloudy' ? { ...scene, unseen: corner } : scene,
    );
    const { before } = await compose(await serve(scenes));
    expect(before.clearShare).toBe(1);
    const scene = before.scenes[before.sceneIndex[pixelAt(before, ...middle)]].scene;
    expect(scene.id).toBe('before-clear');
  });

  test('snow is kept only where both dates have it', async () => {
    const snowIn = (part: string): SyntheticScene[] =>
      syntheticScenes.map((scene) =>
        scene.id.startsWith(part) ? { ...scene, snow: corner } : scene,
      );
    const onBoth = await compose(await serve(snowIn('')));
    expect(onBoth.before.valid[pixelAt(onBoth.before, ...middle)]).toBe(1);
    expect(Math.abs(valueAt(onBoth.before, 'blue', ...middle) - 8_000)).toBeLessThanOrEqual(15);
    expect(onBoth.after.valid[pixelAt(onBoth.after, ...middle)]).toBe(1);
    const onOne = await compose(await serve(snowIn('before')));
    expect(onOne.before.valid[pixelAt(onOne.before, ...middle)]).toBe(0);
    expect(onOne.after.valid[pixelAt(onOne.after, ...middle)]).toBe(1);
  });

  test('water is kept in the picture and marked', async () => {
    const { before } = await compose(await serve());
    expect(before.water[pixelAt(before, 260, 150)]).toBe(1);
    expect(before.water[pixelAt(before, 150, 150)]).toBe(0);
    expect(before.valid[pixelAt(before, 260, 150)]).toBe(1);
  });

  test('a date that is under cloud in all scenes is a failure that would happen again', async () => {
    const cloud = { column: 0, row: 0, width: 300, height: 300 };
    const scenes = syntheticScenes.map((scene) =>
      scene.id.startsWith('after') ? { ...scene, cloud } : scene,
    );
    const failure = await compose(await serve(scenes)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AnalysisFailure);
    expect(failure).toMatchObject({ permanent: true });
    expect(runSentence((failure as AnalysisFailure).fact)).toContain('2023-07-15');
  });
});

describe('the reflectance offset of processing baseline 04.00', () => {
  const after = (change: Partial<SyntheticScene>): SyntheticScene[] =>
    syntheticScenes.map((scene) =>
      scene.id.startsWith('after') ? { ...scene, ...change } : scene,
    );

  test.each<[string, Partial<SyntheticScene>]>([
    ['is taken out where the catalogue states it', { numbersHoldOffset: true, statedOffset: -0.1 }],
    ['is left alone where it has been applied', { statedOffset: -0.1, offsetApplied: true }],
  ])('%s', async (_what, change) => {
    const pair = await compose(await serve(after(change)));
    expect(largestError(pair.after, 'red')).toBeLessThanOrEqual(0.5001);
    expect(pair.notes.map(runSentence).filter((note) => note.includes('reflectance'))).toEqual([]);
  });

  test.each<[string, Partial<SyntheticScene>, string]>([
    [
      'left in although the catalogue says that it was applied',
      { numbersHoldOffset: true, statedOffset: -0.1, offsetApplied: true },
      '0.1 too high',
    ],
    [
      'taken out twice since the catalogue states it wrongly',
      { statedOffset: -0.1 },
      'subtracted before',
    ],
  ])('%s is found by the values and corrected', async (_what, change, words) => {
    const pair = await compose(await serve(after(change)));
    for (const name of pair.after.names.slice(0, 4)) {
      expect(largestError(pair.after, name)).toBeLessThanOrEqual(0.5001);
    }
    expect(largestError(pair.before, 'red')).toBeLessThanOrEqual(0.5001);
    const notes = pair.notes.map(runSentence).filter((note) => note.includes(words));
    expect(notes.map((note) => note.split(':')[0]).sort()).toEqual(['after-clear', 'after-cloudy']);
  });
});

describe('a server in trouble', () => {
  let calm: CompositePair | undefined;

  test.each([
    ['429 with Retry-After', { kind: 'status', status: 429, retryAfterSeconds: 1 }],
    ['503', { kind: 'status', status: 503 }],
    ['truncated bodies', { kind: 'truncate' }],
    ['broken connections', { kind: 'reset' }],
    ['ranges ignored', { kind: 'whole-file' }],
    ['an answer that never comes', { kind: 'hang' }],
  ] as const)('%s, now and then, changes nothing', async (_what, fault) => {
    calm ??= await compose(await serve());
    const served = await serve();
    served.server.faults.add(
      { ...fault, path: /before-cloudy\/SCL/, times: 1 },
      { ...fault, path: /before-cloudy\/B04/, times: 2 },
      { ...fault, path: /after-clear\/B11/, times: 1 },
    );
    const troubled = await compose(served);
    expect(troubled.notes).toEqual(calm.notes);
    for (const role of ['before', 'after'] as const) {
      expect(idsOf(troubled[role])).toEqual(idsOf(calm[role]));
      for (const [index, band] of troubled[role].bands.entries()) {
        expect(Buffer.from(band.buffer).equals(Buffer.from(calm[role].bands[index].buffer))).toBe(
          true,
        );
      }
    }
  });

  test.each([
    ['its classification', /before-cloudy\/SCL/],
    ['its bands', /before-cloudy\/B03/],
  ])('a scene that keeps failing in %s is replaced and named', async (_what, path) => {
    const served = await serve();
    served.server.faults.add({ kind: 'status', status: 503, path });
    const { before, notes } = await compose(served);
    expect(idsOf(before)).toEqual(['before-clear']);
    expect(before.clearShare).toBe(1);
    expect(largestError(before, 'green')).toBeLessThanOrEqual(0.5001);
    expect(notes.map(runSentence)).toContainEqual(
      expect.stringMatching(/^Scene before-cloudy was left out: .*503/),
    );
  });

  test('a scene that fails in the middle of a file is replaced as well', async () => {
    const served = await serve();
    // The first request for the file opens it.
    served.server.faults.add(
      { kind: 'whole-file', path: /before-cloudy\/B03/, times: 1 },
      { kind: 'truncate', path: /before-cloudy\/B03/ },
    );
    const { before } = await compose(served);
    expect(idsOf(before)).toEqual(['before-clear']);
    expect(largestError(before, 'green')).toBeLessThanOrEqual(0.5001);
  });

  test('a scene without one of its files is replaced and named', async () => {
    const served = await serve();
    served.server.faults.add({ kind: 'status', status: 404, path: /after-cloudy\/B08/ });
    const { after, notes } = await compose(served);
    expect(idsOf(after)).toEqual(['after-clear']);
    expect(after.names).toHaveLength(6);
    expect(notes.map(runSentence)).toContainEqual(expect.stringContaining('no readable nir band'));
  });

  test('scenes without short-wave infrared give a run of four bands that says so', async () => {
    const scenes = syntheticScenes.map((scene) => ({ ...scene, withoutSwir: true }));
    const { before, after } = await compose(await serve(scenes));
    expect(before.names).toEqual(['blue', 'green', 'red', 'nir']);
    expect(after.names).toEqual(before.names);
    expect(runSentence(pictureNotes({ before, after })[0])).toContain('no swir1, swir2 in common');
  });

  test('when every scene of a date fails, the failure says whether another try may help', async () => {
    const served = await serve();
    served.server.faults.add({ kind: 'status', status: 503, path: /after-.*\/SCL/ });
    const passing = await compose(served).catch((error: unknown) => error);
    expect(passing).toBeInstanceOf(AnalysisFailure);
    expect(passing).toMatchObject({ permanent: false });
    expect(runSentence((passing as AnalysisFailure).fact)).toContain('3 could not be read');
    served.server.faults.clear();
    served.server.faults.add({ kind: 'status', status: 404, path: /after-.*\/SCL/ });
    // If files are missing at the addresses that the catalogue gives, the question is not at fault
    // either.
    const missing = await compose(served).catch((error: unknown) => error);
    expect(missing).toMatchObject({ permanent: false });
  });

  test('a cancelled run ends with the reason given', async () => {
    const { server } = await serve();
    const transport = transportTo(server);
    const abort = new AbortController();
    server.faults.add({ kind: 'hang', path: /B0/ });
    const workArea = await compose(await serve()).then((pair) => pair.workArea);
    const run = compose({ server, transport }, { workArea, signal: abort.signal });
    while (!server.requests.some(({ path }) => path.includes('B0'))) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    abort.abort(new Error('enough'));
    await expect(run).rejects.toThrow('enough');
  });
});

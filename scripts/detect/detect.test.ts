import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Samples } from '@refugia/engine/raster/samples.ts';
import { FileSource } from '@refugia/engine/source/file-source.ts';
import {
  type CogDescription,
  openTiff,
  readWindow,
  writeCog,
  writeFileAtomically,
} from '@refugia/engine/tiff/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseDetectArguments, UsageError } from './arguments.ts';

const script = join(import.meta.dirname, '../detect.ts');
const width = 120;
const height = 90;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-detect-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command with paths relative to the test's folder. */
async function detect(...args: string[]) {
  const run = promisify(execFile)(process.execPath, [script, ...args], { cwd: folder });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code: code as number, stdout, stderr }),
  );
}

type Place = Pick<CogDescription, 'affine' | 'epsg' | 'nodata'>;

async function writePicture(name: string, samples: Samples[], place: Place = {}): Promise<void> {
  const sampleType = samples[0] instanceof Uint8Array ? 'uint8' : 'int16';
  await writeFileAtomically(join(folder, name), (sink) =>
    writeCog({ width, height, sampleType, samples, ...place }, sink),
  );
}

/** Hilly ground with a square that changes. With `fill`, the first columns are 0 in every band. */
function picture(options: { changed: boolean; fill?: boolean; bands?: number }): number[][] {
  const { changed, fill = false, bands = 3 } = options;
  return Array.from({ length: bands }, (_, band) =>
    Array.from({ length: width * height }, (_, i) => {
      const x = i % width;
      const y = Math.floor(i / width);
      if (fill && x < 10) return 0;
      const isChanged = changed && x >= 40 && x < 70 && y >= 30 && y < 60;
      const texture =
        ((x * 31 + y * 17 + band * 7) % 11) + 25 * Math.sin(x / 9 + band) * Math.cos(y / 7);
      return Math.round(90 + texture + (isChanged ? 60 - 90 * (band % 2) : 0));
    }),
  );
}

const bytesOf = (bands: number[][]) => bands.map((band) => Uint8Array.from(band));

async function readMask(name: string) {
  await using source = await FileSource.open(join(folder, name));
  const { image } = await openTiff(source);
  const { bands } = await readWindow(image, { column: 0, row: 0, width, height });
  return { image, mask: bands[0] };
}

describe('npm run detect', () => {
  test('finds the change in RGB pictures without a CRS, and takes an empty border for nodata', async () => {
    await writePicture('a.tif', bytesOf(picture({ changed: false, fill: true })));
    await writePicture('b.tif', bytesOf(picture({ changed: true })));
    const { code, stdout, stderr } = await detect('a.tif', 'b.tif', '--out', 'c.tif');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({
      method: 'automatic',
      width,
      height,
      bands: [1, 2, 3],
      validPixels: 110 * height,
      changedHectares: null,
      patches: 1,
      legend: { 0: 'unchanged', 1: 'changed', 255: 'unobserved' },
      files: { before: 'a.tif', after: 'b.tif', change: 'c.tif' },
    });
    expect(Math.abs(summary.changedPixels - 900)).toBeLessThan(60);
    expect(summary.notes.join()).toContain('900 pixels that are 0 in all bands');

    const { image, mask } = await readMask('c.tif');
    expect(image).toMatchObject({ nodata: 255, sampleType: 'uint8', affine: undefined });
    expect([mask[5], mask[45 * width + 55], mask[10 * width + 100]]).toEqual([255, 1, 0]);
  });

  test('keeps the place, honours nodata and chosen bands, and measures hectares', async () => {
    const place = {
      affine: [30, 0, 500_000, 0, -30, 4_500_000] as const,
      epsg: 32613,
      nodata: -9999,
    };
    const bands = (changed: boolean) =>
      picture({ changed, bands: 6 }).map((band) =>
        Int16Array.from(band, (v, i) => (i < 3 ? -9999 : v * 20)),
      );
    await writePicture('p.tif', bands(false), place);
    await writePicture('q.tif', bands(true), place);
    const chosen = '--bands 6,2,1 --names -,green,blue --method irmad --min-patch 20'.split(' ');
    const { code, stdout } = await detect('p.tif', 'q.tif', '--out', 'r.tif', ...chosen);
    expect(code).toBe(0);
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({
      method: 'irmad',
      bands: [6, 2, 1],
      validPixels: width * height - 3,
    });
    // A pixel of 30 m has 0.09 ha on the map. UTM's scale at its central meridian is 0.9996.
    expect(summary.changedHectares / summary.changedPixels).toBeCloseTo(0.09 / 0.9996 ** 2, 5);
    const { image } = await readMask('r.tif');
    expect(image).toMatchObject({ affine: place.affine, epsg: 32613 });
  });

  test('refuses what does not fit in one sentence, exit code 1, and leaves no file', async () => {
    await writePicture('three.tif', bytesOf(picture({ changed: false })));
    await writePicture('four.tif', bytesOf(picture({ changed: false, bands: 4 })));
    const cases: [string[], string][] = [
      [['three.tif', 'four.tif', '--out', 'x.tif'], 'four.tif has 4: choose with --bands.'],
      [['three.tif', 'missing.tif', '--out', 'x.tif'], 'There is no file missing.tif.'],
      [
        ['three.tif', 'four.tif', '--out', 'x.tif', '--bands', '4'],
        'three.tif has 3 bands: there is no band 4.',
      ],
      [['three.tif', 'three.tif', '--out', 'three.tif'], '--out would overwrite three.tif'],
      [['three.tif', 'three.tif', '--out', 'no/such/folder.tif'], "The mask can't be written"],
    ];
    for (const [args, message] of cases) {
      const { code, stdout, stderr } = await detect(...args);
      expect(stderr).toContain(message);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    }
    expect((await readdir(folder)).filter((name) => name.includes('x.tif'))).toEqual([]);
  });

  test.each([
    [['a.tif'], 'Two files are needed'],
    [['a.tif', 'b.tif'], '--out is needed'],
    [['a.tif', 'b.tif', '--out', 'c.tif', '--bands', '0,1'], 'got "0,1"'],
    [['a.tif', 'b.tif', '--out', 'c.tif', '--names', 'pink'], 'got "pink"'],
    [['a.tif', 'b.tif', '--out', 'c.tif', '--method', 'cva'], 'got "cva"'],
    [['a.tif', 'b.tif', '--out', 'c.tif', '--min-patch', '0'], 'got "0"'],
    [['a.tif', 'b.tif', '--out', 'c.tif', '--nodata', 'x'], 'got "x"'],
    [['a.tif', 'b.tif', '--out', 'c.tif', '--colour'], '--colour'],
  ])('%j is refused with the offending value', (args, message) => {
    expect(() => parseDetectArguments(args)).toThrow(UsageError);
    expect(() => parseDetectArguments(args)).toThrow(message);
  });

  test('a wrong command line is answered with usage and exit code 2', async () => {
    const { code, stdout, stderr } = await detect('a.tif', 'b.tif', '--out', 'c.tif', '--colour');
    expect(stderr).toContain('--colour');
    expect(stderr).toContain('Usage: npm run detect');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('--help tells how', async () => {
    const { code, stdout } = await detect('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('--min-patch COUNT');
  });
});

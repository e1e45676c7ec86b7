import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inAll, measured, nodeCommand, output } from './processes.ts';
import type { ProcessFigures, RasterTask } from './task.ts';

const ours = (task: RasterTask) => nodeCommand(join(import.meta.dirname, 'ours.ts'), task);
const packed = ['COMPRESS=DEFLATE', 'TILED=YES', 'NUM_THREADS=2'].flatMap((option) => [
  '-co',
  option,
]);
const inTwoThreads = ['-q', '-overwrite', '-multi', '-wo', 'NUM_THREADS=2', '-wm', '200'];

/** Where `make_raster.py` puts the corner of its rasters, and the size of their pixels. */
const [west, north, pixelMeters] = [-1_000_000, 2_500_000, 30];
/** The other layers lie beside the first one's pixels, in UTM and in degrees. */
const otherGrids = {
  beside: '-t_srs EPSG:5070 -te -1000011 2200013 -700011 2500013 -tr 30 30'.split(' '),
  utm: ['-t_srs', 'EPSG:32613', '-tr', '30', '30'],
  degrees: ['-t_srs', 'EPSG:4326'],
};

/**
 * What the mean of four rasters takes on the grid of the first, and what GDAL's programs take to lay
 * the others on this grid and to calculate.
 * @param terrain a square raster of 32-bit decimals
 * @param side its pixels along a side
 */
export async function measureCombination(
  terrain: string,
  side: number,
): Promise<readonly [ours: ProcessFigures, peer: ProcessFigures]> {
  const layers = [await taken(terrain)];
  for (const [name, grid] of Object.entries(otherGrids)) {
    const path = `${terrain}.${name}.tif`;
    if (!existsSync(path))
      await output('gdalwarp', [...inTwoThreads, ...packed, ...grid, terrain, path]);
    layers.push(await taken(path));
  }
  const target = `${terrain}.combined.tif`;
  const one = await measured(ours({ work: 'combine', layers, target }));
  const other = await peerOf(layers, side, target);
  await rm(target, { force: true });
  return [one, other];
}

/** The file as the product has it. */
async function taken(source: string): Promise<string> {
  const target = `${source}.cog.tif`;
  if (!existsSync(target)) await measured(ours({ work: 'cog', source, target }));
  return target;
}

async function peerOf(
  [first, ...others]: readonly string[],
  side: number,
  target: string,
): Promise<ProcessFigures> {
  const extent = [west, north - side * pixelMeters, west + side * pixelMeters, north].map(String);
  const grid = ['-t_srs', 'EPSG:5070', '-te', ...extent, '-tr', `${pixelMeters}`, `${pixelMeters}`];
  const warped = others.map((layer) => `${layer}.warped.tif`);
  const figures: ProcessFigures[] = [];
  for (const [index, layer] of others.entries()) {
    const files = [layer, warped[index]];
    figures.push(
      await measured(['gdalwarp', ...inTwoThreads, '-r', 'bilinear', ...grid, ...files]),
    );
  }
  const mean = ['A', 'B', 'C', 'D'].map((layer) => `clip((${layer}-200.0)/800,0,1)`).join('+');
  const inputs = [first, ...warped].flatMap((file, index) => [`-${'ABCD'[index]}`, file]);
  const options = [`--calc=rint(2500*(${mean}))`, '--type=Int16', '--NoDataValue=-32768'];
  const creation = ['COMPRESS=DEFLATE', 'PREDICTOR=2', 'TILED=YES', 'NUM_THREADS=2'];
  const made = [`--outfile=${target}`, ...creation.map((option) => `--co=${option}`)];
  figures.push(
    await measured(['gdal_calc.py', '--quiet', '--overwrite', ...inputs, ...options, ...made]),
  );
  await Promise.all(warped.map((file) => rm(file, { force: true })));
  return inAll(figures);
}

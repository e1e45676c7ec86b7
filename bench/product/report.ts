import { quantile } from '../figures.ts';
import { timeFirstProgress, timeScenes } from './first-progress.ts';
import { startProduct } from './product.ts';
import { type TileTimes, timeTiles } from './tiles.ts';

const rounds = 5;

/** Prints what the real product takes to show progress, scenes and tiles. */
export async function reportProduct(): Promise<void> {
  const product = await startProduct();
  try {
    const progress = [];
    for (let round = 0; round < rounds; round++) {
      progress.push(await timeFirstProgress(product, round));
    }
    console.log(`\nfrom ordering a run to its progress, milliseconds, ${rounds} runs`);
    console.table({
      'first event': row(progress.map(({ firstEvent }) => firstEvent)),
      'under way': row(progress.map(({ underWay }) => underWay)),
      'first scenes, by the run’s process': row(progress.map(({ fromEngine }) => fromEngine)),
    });
    const scenes = [];
    for (let round = 0; round < rounds; round++) scenes.push(await timeScenes(product, round));
    console.log(`\nscenes before a run of 10 × 10 km, milliseconds, ${rounds} places`);
    console.table({
      listed: row(scenes.map(({ listed }) => listed)),
      'those that a run would use': row(scenes.map(({ decided }) => decided)),
      'all looked at for clouds': row(scenes.map(({ all }) => all)),
      'the same again': row(scenes.map(({ again }) => again)),
    });
    reportTiles(await timeTiles(product));
  } finally {
    await product.close();
  }
}

function reportTiles({ tiles, first, again, peer }: TileTimes): void {
  const groups = new Map<string, number[]>();
  for (const [index, { layer, z }] of tiles.entries()) {
    for (const name of [`${layer === 'change' ? 'change' : 'pictures'}, zoom ${z}`, 'all tiles']) {
      groups.set(name, [...(groups.get(name) ?? []), index]);
    }
  }
  console.log('\ntiles of 256 pixels, milliseconds, medians');
  console.table(
    Object.fromEntries(
      [...groups].map(([name, indices]) => {
        const of = (times: readonly number[]) => quantile(indices.map((index) => times[index]));
        const ratio = quantile(indices.map((index) => first[index] / peer[index]));
        return [
          name,
          {
            tiles: indices.length,
            'first time': of(first).toFixed(1),
            again: of(again).toFixed(1),
            rasterio: of(peer).toFixed(1),
            'first time to rasterio': ratio.toFixed(2),
          },
        ];
      }),
    ),
  );
}

function row(times: readonly number[]): Record<string, string> {
  return {
    median: quantile(times).toFixed(0),
    fastest: Math.min(...times).toFixed(0),
    slowest: Math.max(...times).toFixed(0),
  };
}

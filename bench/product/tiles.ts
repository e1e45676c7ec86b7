import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { tileAt } from '@refugia/engine/geo/web-mercator.ts';
import { analysisOf, order, type Product, untilDone } from './product.ts';

const place = { longitude: -98.35, latitude: 41.05 };
const areaKilometers = 10;
const layers = ['before', 'after', 'change'] as const;
/** From the whole area in one tile to pixels larger than the imagery's. */
const zooms = [10, 12, 13, 14, 15, 16];

interface Tile {
  readonly layer: (typeof layers)[number];
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

export interface TileTimes {
  readonly tiles: readonly Tile[];
  /** Asked for the first time, over HTTP. */
  readonly first: readonly number[];
  readonly again: readonly number[];
  /** The peer, in its own process: no HTTP. */
  readonly peer: readonly number[];
}

/** Tiles of a finished run, one after the other: ours from the socket, the peer's from the same files. */
export async function timeTiles(product: Product): Promise<TileTimes> {
  const run = await order(product, analysisOf(place, areaKilometers));
  await untilDone(product, run);
  const folder = await folderOf(product.dataFolder, run);
  const peer = startPeer();
  try {
    const tiles = tilesOfArea();
    // Both have started, and their code is warm for every layer, before anything is measured.
    const others = tiles.map((tile) => ({ ...tile, x: tile.x + 1 }));
    for (const tile of others) await ask(product, run, tile);
    await peer.times(others, folder);
    const first: number[] = [];
    const again: number[] = [];
    const peers: number[] = [];
    for (const tile of tiles) {
      first.push(await ask(product, run, tile));
      peers.push(...(await peer.times([tile], folder)));
      again.push(await ask(product, run, tile));
    }
    return { tiles, first, again, peer: peers };
  } finally {
    peer.close();
  }
}

/** Tiles around the middle of the area: a few of each layer and zoom, none twice. */
function tilesOfArea(): Tile[] {
  return layers.flatMap((layer) =>
    zooms.flatMap((z) => {
      const { x, y } = tileAt(place.longitude - 0.02, place.latitude + 0.02, z);
      const aside = z < 12 ? [0] : [0, 2];
      return aside.flatMap((dx) => aside.map((dy) => ({ layer, z, x: x + dx, y: y + dy })));
    }),
  );
}

async function ask({ address }: Product, run: string, { layer, z, x, y }: Tile): Promise<number> {
  const started = performance.now();
  const reply = await fetch(`${address}/tiles/change/${run}/${layer}/${z}/${x}/${y}.png`);
  const bytes = await reply.arrayBuffer();
  const milliseconds = performance.now() - started;
  if (!reply.ok || bytes.byteLength === 0) throw new Error(`A tile answered ${reply.status}.`);
  return milliseconds;
}

async function folderOf(dataFolder: string, run: string): Promise<string> {
  const entries = await readdir(dataFolder, { recursive: true });
  const file = entries.find((entry) => entry.endsWith(join(run, 'before.tif')));
  if (!file) throw new Error(`There are no files of run ${run} in ${dataFolder}.`);
  return join(dataFolder, file, '..');
}

function startPeer() {
  const child = spawn('/usr/bin/python3', [join(import.meta.dirname, 'tiles-reference.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async times(tiles: readonly Tile[], folder: string): Promise<number[]> {
      const questions = tiles.map((tile) => ({ ...tile, path: join(folder, `${tile.layer}.tif`) }));
      child.stdin.write(`${JSON.stringify(questions)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('The peer ended.');
      return JSON.parse(value);
    },
    close: () => child.kill(),
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import { fileOf, manyFeatures } from '@refugia/engine/testing/large-files.ts';
import { ringAround } from '@refugia/engine/testing/map-features.ts';
import type { Position } from 'geojson';
import {
  createRunningMap,
  creationOf,
  doneByRunning,
  uploadToRunning,
} from '../../server/testing/running-maps.ts';
import { judged, quantile, timed } from '../figures.ts';
import type { MapServer } from './server.ts';

const moves = 60;
const importedPoints = 80_000;
const editPauseMilliseconds = 20;

/** A polygon of a map whose first vertex is moved again and again, as the map screen does. */
async function movableFeature({ address, owner }: MapServer, mapId: number, corners: number) {
  const ring = ringAround([-110, 44], 1, corners);
  const creation = creationOf(mapId, { type: 'Polygon', coordinates: [ring] });
  const post = (body: object) =>
    doneByRunning(address, '/api/rrm/operations', { method: 'POST', as: owner, body });
  let { seq } = await post(creation);
  const [{ feature_id }] = creation.changes;
  let vertex = ring[1];
  return async () => {
    const moved: Position = [vertex[0] + 1e-7, vertex[1]].map(
      (degrees) => Math.round(degrees * 1e7) / 1e7,
    );
    const splice = { path: [0, 0], at: 1, remove: [vertex], insert: [moved] };
    const geometry = {
      kind: 'splice',
      typeBefore: 'Polygon',
      typeAfter: 'Polygon',
      splices: [splice],
    };
    const patch = { kind: 'edit', attributes: [], geometry };
    const changes = [{ feature_id, base_revision: seq, patch }];
    ({ seq } = await post({ mapID: mapId, client_operation_id: crypto.randomUUID(), changes }));
    vertex = moved;
  };
}

/** Prints what the move of a vertex takes in a large and in a small feature, in turns. */
export async function reportVertexMoves(server: MapServer): Promise<void> {
  const mapId = await createRunningMap(server.address, server.owner);
  const moveSmall = await movableFeature(server, mapId, 10);
  const moveLarge = await movableFeature(server, mapId, 10_000);
  const [small, large]: [number[], number[]] = [[], []];
  for (let move = 0; move < moves; move++) {
    small.push(await timed(moveSmall));
    large.push(await timed(moveLarge));
  }
  console.log(`\nmoving a vertex, median of ${moves}`);
  console.table({
    'ms in 10': quantile(small).toFixed(1),
    'ms in 10,000': quantile(large).toFixed(1),
    ...judged(quantile(large) / quantile(small), '≤ 2'),
  });
}

/** Prints what an edit takes on a quiet server, and while a large file goes into another map. */
export async function reportEditsDuringImport(server: MapServer): Promise<void> {
  const { address, owner } = server;
  const mapId = await createRunningMap(address, owner);
  const imported = await createRunningMap(address, owner);
  const move = await movableFeature(server, mapId, 10);
  const idle: number[] = [];
  for (let edit = 0; edit < moves; edit++) {
    idle.push(await timed(move));
    await pause(editPauseMilliseconds);
  }
  const points = manyFeatures({ shape: 'points', count: importedPoints }).map((feature) => ({
    ...feature,
    properties: {},
  }));
  const content = fileOf(points, 'json');
  const during: number[] = [];
  let isOver = false;
  const importing = timed(async () => {
    const file = { mapId: imported, name: 'many.json', content };
    const { status, body } = await uploadToRunning(address, owner, file);
    if (status !== 200) throw new Error(`the import failed: ${JSON.stringify(body)}`);
  }).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    during.push(await timed(move));
    await pause(editPauseMilliseconds);
  }
  const seconds = (await importing) / 1000;
  const row = (share: number) => ({
    'idle ms': quantile(idle, share).toFixed(1),
    'during an import ms': quantile(during, share).toFixed(1),
    ...judged(quantile(during, share) / quantile(idle, share), '≤ 5'),
  });
  console.log(
    `\nedits of another map during an import of ${importedPoints} points, ${(content.length / 1e6).toFixed(1)} MB, which took ${seconds.toFixed(1)} s; ${during.length} edits`,
  );
  console.table({ median: row(0.5), p95: row(0.95) });
}

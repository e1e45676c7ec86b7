import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Arrow } from './boundaries/arrow.ts';
import { filesInCircles, foldersInCircles } from './boundaries/circles.ts';
import { readBurdensOfBrowsers } from './boundaries/engine-packages.ts';
import { readArrows, testingFolders } from './boundaries/imports.ts';
import { faultOf, roomOf } from './boundaries/rules.ts';
import { askPattern, readFilesWith, workerPattern } from './boundaries/single-places.ts';

const root = join(import.meta.dirname, '..');
const arrowOf = (file: string, target: string, typeOnly = false): Arrow => ({
  file,
  line: 1,
  target,
  from: roomOf(file),
  to: roomOf(target),
  typeOnly,
  isStart: false,
});
const arrow = (fromFile: string, toFile: string, typeOnly = false) =>
  faultOf(arrowOf(fromFile, toFile, typeOnly));

test('every import in the tree goes the way ARCHITECTURE.md says', async () => {
  const arrows = await readArrows(root);
  expect(arrows.length).toBeGreaterThan(50);
  const faults = arrows.flatMap((each) => {
    const fault = faultOf(each);
    return fault ? [`${each.file}:${each.line} → ${each.to}: ${fault}`] : [];
  });
  expect(faults).toEqual([]);
});

test('no file imports itself through others, not even a type', async () => {
  expect(filesInCircles(await readArrows(root))).toEqual([]);
  const arrows = await readArrows(root, testingFolders);
  expect(arrows.length).toBeGreaterThan(50);
  expect(filesInCircles(arrows)).toEqual([]);
});

test('inside a feature, a room of the engine, the platform and the map, folders stand on each other in one direction', async () => {
  expect(foldersInCircles(await readArrows(root))).toEqual([]);
});

test('a circle of types is seen, and a thread that imports who starts it is none', () => {
  const [one, other] = ['engine/src/change/one.ts', 'engine/src/change/other.ts'] as const;
  const [there, back] = [arrowOf(one, other, true), arrowOf(other, one, true)];
  expect(filesInCircles([there, back])).toEqual([one, other]);
  expect(filesInCircles([{ ...there, isStart: true }, back])).toEqual([]);
});

test('a circle of three folders is seen, and who stands on it', () => {
  const file = (name: string) => `web/src/features/x/${name}/${name}.ts`;
  const arrows = ['a>b', 'b>c', 'c>a', 'd>a', 'e>f'].map((each) => {
    const [from = '', to = ''] = each.split('>');
    return arrowOf(file(from), file(to));
  });
  const circle = ['a', 'b', 'c', 'd'].map((name) => `web/src/features/x/${name}`);
  expect(foldersInCircles(arrows)).toEqual(circle);
});

test.each(['server/src/platform', 'web/src/map', 'engine/src/tiff'])(
  'folders of %s that import each other are seen',
  (room) => {
    const [one, other] = [`${room}/one/a.ts`, `${room}/other/b.ts`] as const;
    const circle = [arrowOf(one, other), arrowOf(other, one)];
    expect(foldersInCircles(circle)).toEqual([`${room}/one`, `${room}/other`]);
  },
);

test('what browsers load of the engine needs no package of the server', async () => {
  expect(await readBurdensOfBrowsers(root)).toEqual([]);
});

test('one file asks over HTTP, beside the one that asks a socket of the same machine', async () => {
  expect(await readFilesWith(root, askPattern)).toEqual([
    'server/src/administration/socket.ts',
    'server/src/platform/outbound/http-request.ts',
  ]);
});

test.each([
  'const reply = await fetch(address);',
  'return this.#client.fetch(url, init);',
  "import { Agent } from 'undici';",
  "import https from 'node:https';",
  "import http, { type IncomingMessage } from 'node:http';",
  "import { createServer, request } from 'node:http';",
])('%s asks over HTTP', (line) => {
  expect(line).toMatch(askPattern);
});

test.each([
  "import { createServer, type IncomingMessage } from 'node:http';",
  "import type { ServerResponse } from 'node:http';",
  "import { request } from '../outbound/http-request.ts';",
])('%s does not ask over HTTP', (line) => {
  expect(line).not.toMatch(askPattern);
});

test('threads are started by the pool, the detection, the embedded database and the watch of a process', async () => {
  expect(await readFilesWith(root, workerPattern)).toEqual([
    'engine/src/change/threads/row-threads.ts',
    'engine/src/threads/thread-pool.ts',
    'server/src/platform/database/embedded.ts',
    'server/src/platform/processes/serve-order.ts',
  ]);
});

test.each([
  ['server/src/features/account/routes.ts', 'server/src/features/habitat-patrol/queries.ts'],
  ['server/src/platform/log.ts', 'server/src/services/tiles/pool.ts'],
  ['server/src/platform/log.ts', 'engine/src/tiff/index.ts'],
  ['server/src/services/tiles/pool.ts', 'server/src/app.ts'],
  ['engine/src/tiff/index.ts', 'contract/src/limits.ts'],
  ['engine/src/geo/bounds.ts', 'engine/src/crs/transform.ts'],
  ['engine/src/composite/types.ts', 'engine/src/analysis/types.ts'],
  ['engine/src/change/options.ts', 'engine/src/composite/types.ts'],
  ['engine/src/attic/box.ts', 'engine/src/geo/bounds.ts'],
  ['server/src/app.ts', 'web/src/main.tsx'],
  ['scripts/screen-pictures.ts', 'e2e/support/start-product.ts'],
  ['bench/run.ts', 'web/src/main.tsx'],
  ['e2e/map.spec.ts', 'server/src/app.ts'],
  ['contract/src/limits.ts', 'engine/src/change/options.ts'],
  ['engine/src/source/search.ts', 'simulation/src/index.ts'],
  ['server/src/platform/log.ts', 'simulation/src/index.ts'],
  ['web/src/map/map.tsx', 'simulation/src/index.ts'],
  ['web/src/ui/actions/button.tsx', 'web/src/map/map.tsx'],
  ['web/src/features/account/login.tsx', 'web/src/features/habitat-patrol/screen.tsx'],
  ['web/src/features/habitat-patrol/screen.tsx', 'web/src/app/router.tsx'],
  ['web/src/map/map.tsx', 'engine/src/tiff/index.ts'],
  ['web/src/features/style-guide/page.tsx', 'web/src/lib/session.ts'],
  ['server/src/app.ts', 'engine/testing/imagery-server.ts'],
])('%s may not import %s', (from, to) => {
  expect(arrow(from, to)).toBeTypeOf('string');
});

test.each([
  ['server/src/features/habitat-patrol/routes.ts', 'server/src/services/tiles/pool.ts', false],
  ['server/src/app.ts', 'server/src/features/account/routes.ts', false],
  ['contract/src/habitat-patrol/runs.ts', 'engine/src/change/options.ts', true],
  ['engine/src/analysis/run.ts', 'engine/src/composite/index.ts', false],
  ['e2e/map.spec.ts', 'scripts/launch-product.ts', false],
  ['simulation/src/index.ts', 'engine/src/source/transport.ts', false],
  ['server/src/services/basemap/routes.ts', 'simulation/src/index.ts', false],
  ['contract/src/area.ts', 'engine/src/geo/bounds.ts', false],
  ['web/src/main.tsx', 'web/src/app/router.tsx', false],
  ['web/src/app/router.tsx', 'web/src/features/account/login.tsx', false],
  ['web/src/features/habitat-patrol/screen.tsx', 'web/src/map/map.tsx', false],
  ['web/src/map/map.tsx', 'engine/src/render/colour.ts', false],
  ['web/src/map/map.tsx', 'engine/src/merge/patch.ts', false],
])('%s may import %s', (from, to, typeOnly) => {
  expect(arrow(from, to, typeOnly)).toBeUndefined();
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type Arrow,
  faultOf,
  foldersInCircles,
  readArrows,
  readStrayFetches,
  roomOf,
} from './boundaries.ts';

const root = join(import.meta.dirname, '..');
const arrowOf = (file: string, target: string, typeOnly = false): Arrow => ({
  file,
  line: 1,
  target,
  from: roomOf(file),
  to: roomOf(target),
  typeOnly,
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

test('inside a feature, folders stand on each other in one direction', async () => {
  expect(foldersInCircles(await readArrows(root))).toEqual([]);
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

test('only the source room of the engine fetches', async () => {
  expect(await readStrayFetches(root)).toEqual([]);
});

test.each([
  ['server/src/features/account/routes.ts', 'server/src/features/habitat-patrol/queries.ts'],
  ['server/src/platform/log.ts', 'server/src/services/tiles/pool.ts'],
  ['server/src/platform/log.ts', 'engine/src/tiff/index.ts'],
  ['server/src/services/tiles/pool.ts', 'server/src/app.ts'],
  ['engine/src/tiff/index.ts', 'contract/src/limits.ts'],
  ['contract/src/limits.ts', 'engine/src/change/options.ts'],
  ['web/src/ui/button.tsx', 'web/src/map/map.tsx'],
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
  ['contract/src/habitat-patrol.ts', 'engine/src/change/options.ts', true],
  ['web/src/main.tsx', 'web/src/app/router.tsx', false],
  ['web/src/app/router.tsx', 'web/src/features/account/login.tsx', false],
  ['web/src/features/habitat-patrol/screen.tsx', 'web/src/map/map.tsx', false],
  ['web/src/map/map.tsx', 'engine/src/render/colour.ts', false],
])('%s may import %s', (from, to, typeOnly) => {
  expect(arrow(from, to, typeOnly)).toBeUndefined();
});

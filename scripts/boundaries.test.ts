import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { engineRoomsForBrowsers as pureEngine } from './web-build.ts';

const root = join(import.meta.dirname, '..');

/** The engine's rooms, in the order of ARCHITECTURE.md. Each may import those before it. */
const engineRooms = [
  ...[
    'facts',
    'geo',
    'math',
    'memory',
    'failure',
    'threads',
    'valuation',
    'crs',
    'raster',
    'loops',
  ],
  ...['tiff', 'source', 'vector', 'edit', 'merge', 'composite', 'change', 'render', 'zones'],
  ...['selection', 'ingest', 'analysis'],
].map((name) => `engine/src/${name}`);

/**
 * What the files of each room may import besides those of their own room. A room is a folder; `*`
 * stands for the name of one folder, and a file belongs to the first room of the table that it lies
 * in. After `type` only types may be imported.
 */
const table: Readonly<Record<string, readonly string[]>> = {
  'contract/src': ['engine/src/geo', 'engine/src/valuation', 'type engine/src'],
  ...Object.fromEntries(engineRooms.map((room, index) => [room, engineRooms.slice(0, index)])),
  'engine/testing': ['engine/src', 'simulation/src', 'server/src', 'contract/src'],
  'simulation/src': ['engine/src'],
  'server/src/platform': ['contract/src'],
  'server/src/services': ['server/src/platform', 'contract/src', 'engine/src', 'simulation/src'],
  'server/src/features/*': [
    ...['server/src/services', 'server/src/platform'],
    ...['contract/src', 'engine/src', 'simulation/src'],
  ],
  'server/src': ['contract/src', 'engine/src', 'simulation/src'],
  'server/testing': ['server/src', 'engine', 'contract/src', 'simulation/src'],
  'web/src/lib': ['contract/src', ...pureEngine],
  'web/src/ui': ['web/src/lib', 'contract/src', ...pureEngine],
  'web/src/map': ['web/src/ui', 'web/src/lib', 'contract/src', ...pureEngine],
  'web/src/features/style-guide': ['web/src/map', 'web/src/ui', 'contract/src', ...pureEngine],
  'web/src/features/*': [
    ...['web/src/map', 'web/src/ui', 'web/src/lib', 'contract/src'],
    ...pureEngine,
  ],
  'web/src': ['contract/src', ...pureEngine],
  // A shader can be tried only in a browser, on the numbers of the engine's own tests.
  e2e: ['scripts', 'contract/src', 'engine/src/valuation', 'engine/testing'],
  scripts: ['contract/src', 'engine', 'simulation/src', 'server'],
  bench: ['scripts', 'contract/src', 'engine', 'simulation/src', 'server'],
};

/** Packages that only servers have, or that would make every page larger. */
const serverPackages = /^(?:node:|proj4$|sharp$|lerc$|highs$|iconv-lite$)/;

/** An import of a file or, where `to` is no path of the project, of a package. */
interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
  /** Whether the file starts the other one as a thread or a process, which has modules of its own. */
  readonly isStart: boolean;
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"]([^'"]+\.ts)['"]/g;

/** The file of the project that an import names, or the package. */
function resolve(from: string, name: string): string {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name);
  return name
    .replace(/^@refugia\/(\w+)\/testing\//, '$1/testing/')
    .replace(/^@refugia\/(\w+)\//, '$1/src/');
}

function importsOf(from: string, source: string): Import[] {
  return [...source.matchAll(importPattern)].map(([, type, name, loaded, started]) => ({
    from,
    to: resolve(from, name ?? loaded ?? started ?? ''),
    isType: type !== undefined,
    isStart: started !== undefined,
  }));
}

/** Tests may import anything. */
function readImports(): Import[] {
  return globSync(
    '{{contract,engine,simulation,server,web}/{src,testing},scripts,bench,e2e}/**/*.{ts,tsx}',
    { cwd: root },
  )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|(?:^|\/)(?:node_modules|dist)\//.test(path))
    .flatMap((path) => importsOf(path, readFileSync(join(root, path), 'utf8')));
}

/** The folder that a room of the table stands for at a file's place; undefined outside of it. */
function folderOf(room: string, file: string): string | undefined {
  return new RegExp(`^${room.replace('*', '[^/]+')}(?=/|$)`).exec(file)?.[0];
}

function faultOf({ from, to, isType }: Import): string | undefined {
  const isInside = (room: string, file: string) => folderOf(room, file) !== undefined;
  const [room, allowed] = Object.entries(table).find(([name]) => isInside(name, from)) ?? [];
  if (room === undefined || allowed === undefined) return `${from} lies in no room of the table`;
  const own = folderOf(room, from);
  if (own !== undefined && isInside(own, to)) return undefined;
  const rooms = allowed.map((name) => (isType ? name.replace(/^type /, '') : name));
  return rooms.some((name) => isInside(name, to)) ? undefined : `${from} may not import ${to}`;
}

/**
 * Finds circles in every folder, at any depth, among what lies in it: a file counts by itself, a
 * folder as a whole. What is only imported by a circle, or imports one, is no part of it.
 */
function findCircles(imports: readonly Import[]): string[] {
  const edges = new Map<string, readonly [from: string, to: string]>();
  for (const { from, to, isStart } of imports) {
    if (isStart || from === to) continue;
    // `engine/src` and `engine/testing` are two folders of the root.
    const [path, other] = [from, to].map((file) => file.split(/(?<!^\w+)\//));
    const depth = path.findIndex((name, index) => name !== other[index]) + 1;
    const edge = [path, other].map((names) => names.slice(0, depth).join('/'));
    edges.set(edge.join(' → '), [edge[0], edge[1]]);
  }
  for (let before = -1; before !== edges.size; ) {
    before = edges.size;
    const starts = new Set([...edges.values()].map(([from]) => from));
    const ends = new Set([...edges.values()].map(([, to]) => to));
    for (const [name, [from, to]] of edges) {
      if (!starts.has(to) || !ends.has(from)) edges.delete(name);
    }
  }
  return [...edges.keys()].sort();
}

const imports = readImports();
const ownImports = imports.filter(({ to }) => /\.tsx?$/.test(to));

test('every import in the tree goes the way ARCHITECTURE.md says', () => {
  expect(ownImports.length).toBeGreaterThan(1000);
  expect(ownImports.flatMap((each) => faultOf(each) ?? [])).toEqual([]);
});

test('browsers load the schema library only for the forms of accounts and of the contact page', () => {
  const loading = new Set(['zod']);
  for (let before = -1; before !== loading.size; ) {
    before = loading.size;
    for (const { from, to, isType } of imports) {
      if (!isType && from.startsWith('contract/') && loading.has(to)) loading.add(from);
    }
  }
  const users = imports
    .filter(({ from, to, isType }) => !isType && from.startsWith('web/src/') && loading.has(to))
    .map(({ from }) => /^web\/src\/features\/(?:site\/)?[^/]+/.exec(from)?.[0] ?? from);
  const forms = ['account', 'site/contact', 'style-guide'].map(
    (name) => `web/src/features/${name}`,
  );
  expect([...new Set(users)].sort()).toEqual(forms);
});

test('nothing imports itself through others, neither files nor folders, not even a type', () => {
  expect(findCircles(ownImports)).toEqual([]);
});

test('what browsers load of the engine needs no package of the server', () => {
  const loaded = new Set<string>();
  const follow = (file: string): void => {
    if (loaded.has(file) || !file.startsWith('engine/')) return;
    loaded.add(file);
    for (const { from, to, isType } of ownImports) if (from === file && !isType) follow(to);
  };
  for (const { from, to, isType } of ownImports) {
    if (!isType && /^(?:web|contract)\//.test(from)) follow(to);
  }
  const burdens = imports.filter(
    ({ from, to, isType }) => loaded.has(from) && !isType && serverPackages.test(to),
  );
  expect(burdens.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

/** Imports between files, each written as `from > to`. */
const between = (...written: string[]): Import[] =>
  written.map((each) => {
    const [from, to] = each.split(' > ');
    return { from, to, isType: false, isStart: false };
  });

test.each([
  'engine/src/geo/a.ts > engine/src/crs/b.ts',
  'engine/src/attic/a.ts > engine/src/geo/b.ts',
  'engine/src/geo/a.ts > engine/testing/b.ts',
  'contract/src/a.ts > engine/src/tiff/b.ts',
  'server/src/platform/a.ts > engine/src/geo/b.ts',
  'server/src/services/a/a.ts > server/src/app.ts',
  'server/src/features/account/a.ts > server/src/features/site/b.ts',
  'web/src/map/a.ts > engine/src/tiff/b.ts',
  'web/src/features/account/a.ts > web/src/features/site/b.ts',
  'e2e/a.spec.ts > server/src/app.ts',
  'bench/run.ts > web/src/main.tsx',
])('%s is refused', (written) => {
  expect(between(written).map(faultOf)).not.toContain(undefined);
});

test('types of the engine are allowed where its code is not', () => {
  const [one] = between('contract/src/a.ts > engine/src/tiff/b.ts');
  expect(faultOf({ ...one, isType: true })).toBeUndefined();
});

test.each([
  ['two files', between('web/src/a.ts > web/src/b.ts', 'web/src/b.ts > web/src/a.ts'), 2],
  ['two folders', between('e2e/a/1.ts > e2e/b/1.ts', 'e2e/b/2.ts > e2e/a/2.ts'), 2],
  ['a folder and a file', between('e2e/a/1.ts > e2e/b.ts', 'e2e/b.ts > e2e/a/2.ts'), 2],
  ['three folders', between('e2e/a/1 > e2e/b/1', 'e2e/b/1 > e2e/c/1', 'e2e/c/1 > e2e/a/1'), 3],
  ['a line', between('e2e/a/1 > e2e/b/1', 'e2e/b/1 > e2e/c/1'), 0],
])('of %s each arrow of a circle is found', (_, written, count) => {
  expect(findCircles(written)).toHaveLength(count);
  expect(findCircles(written.map((each) => ({ ...each, isStart: true })))).toEqual([]);
});

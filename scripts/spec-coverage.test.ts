import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** `docs/spec-coverage.md` names a test for every statement of the specification that is built. */
const root = join(import.meta.dirname, '..');

interface CoverageRow {
  /**
   * Part, section and order, such as `P1-5-03`. `B-03` is an item of the list of bad input, and
   * `H-03` a further goal of the project.
   */
  readonly number: string;
  readonly proofs: readonly string[];
}

const rows = readRows(readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8'));

function readRows(document: string): CoverageRow[] {
  return document
    .split('\n')
    .filter((line) => /^\| (P\d|[BH]-)/.test(line))
    .map((line) => {
      const [, number = '', , proofs = ''] = line.split(/(?<!\\)\|/);
      return {
        number: number.trim(),
        proofs: proofs
          .split('<br>')
          .map((proof) => /^\s*`(.*)`\s*$/.exec(proof)?.[1] ?? proof.trim()),
      };
    });
}

/** Where a test file contains a test, a step or a group of exactly this name; -1 for nowhere. */
function positionOf(source: string, name: string): number {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return source.search(
    new RegExp(`(?:\\b(?:test|step|describe)|\\))\\(\\s*(['"\`])${escaped}\\1\\s*,`),
  );
}

const sources = new Map<string, string>();
function sourceOf(file: string): string {
  const path = join(root, file);
  const known = sources.get(file) ?? (existsSync(path) ? readFileSync(path, 'utf8') : '');
  sources.set(file, known);
  return known;
}

function faultOf(proof: string): string | undefined {
  const [file = '', name] = proof.split(' › ');
  if (name === undefined || !/\.(test|spec)\.tsx?$/.test(file)) return 'names no test';
  if (sourceOf(file) === '') return 'names a file that is not there';
  return positionOf(sourceOf(file), name) < 0 ? 'names a test that is not there' : undefined;
}

/** Whether `npm test` leaves a proof to `npm run test:slow`: a slow trial, or a journey marked `detail`. */
function isSlow(proof: string): boolean {
  const [file = '', name = ''] = proof.split(' › ');
  if (file.endsWith('.slow.test.ts')) return true;
  const source = sourceOf(file);
  const position = positionOf(source, name);
  // A step belongs to the last journey that begins before it, whose mark stands before its code.
  const starts = [...source.matchAll(/^ *test\(/gm)].map(({ index }) => index);
  const start = starts.findLast((each) => each <= position) ?? position;
  return /\bdetail,/.test(source.slice(start, source.indexOf('=>', start)));
}

/**
 * kill -9 in the middle of an upload and of valuing takes minutes to be met for certain, and a large
 * raster to be read. The second one is beyond the specification.
 */
const provedSlowly = ['P3-4-08', 'P3-4-11'];

test('every statement has a proof that npm test runs', () => {
  const unproved = rows.filter(({ proofs }) => proofs.every(isSlow)).map(({ number }) => number);
  expect(unproved).toEqual(provedSlowly);
});

test('statements are numbered in order, each once', () => {
  expect(rows.length).toBeGreaterThan(200);
  const next = new Map<string, number>();
  for (const { number } of rows) {
    const [, section = '', order = ''] = /^(P\d-\d|B|H)-(\d\d)$/.exec(number) ?? [];
    const expected = (next.get(section) ?? 0) + 1;
    expect(number, `after ${expected - 1} rows of ${section}`).toBe(
      `${section}-${String(expected).padStart(2, '0')}`,
    );
    expect(Number(order)).toBe(expected);
    next.set(section, expected);
  }
});

test('every statement names tests that exist', () => {
  const faults = rows.flatMap(({ number, proofs }) =>
    proofs.flatMap((proof) => {
      const fault = faultOf(proof);
      return fault === undefined ? [] : [`${number} ${fault}: ${proof}`];
    }),
  );
  expect(faults).toEqual([]);
});

test.each([
  ["test('a name', () => {})", true],
  ["test.each([1])(\n  'a name',\n  () => {})", true],
  ["await test.step('a name', async () => {})", true],
  ["test.skipIf(isMissing)('a name', () => {})", true],
  ['test("a name", () => {})', true],
  ["test('a name of another', () => {})", false],
  ["// test: 'a name',", false],
  ["expect('a name').toBe('a name')", false],
])('in %j a test of the name is found: %s', (source, isFound) => {
  expect(positionOf(source, 'a name') >= 0).toBe(isFound);
});

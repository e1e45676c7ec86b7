import {
  blocksFor,
  blockValues,
  combineBlock,
  noCombinations,
} from '@refugia/engine/loops/combinations.ts';
import { copySamples } from '@refugia/engine/loops/copy-samples.ts';
import { halveIntegers } from '@refugia/engine/loops/halve-integers.ts';
import { copyDifferences, copySums } from '@refugia/engine/loops/predictors.ts';
import { combine, copy, halve, sum } from './plain-twins.ts';

/** Pixels along a side of the benchmark's largest area. */
const side = 2_100;
const pixels = side * side;
/** Processor seconds of a whole run over that area; README.md says where from. */
const runSeconds = 8.6;
const rounds = 7;

/**
 * Prints what each hand-tuned loop of the engine takes for the pixels of the largest area, what its
 * plain twin takes, and the share of a run's processor time that the difference makes.
 */
export function reportLoops(): void {
  warmUp();
  const entries = [combinations(), ...copies(), sums(), halving()];
  console.log(`\nHand-tuned loops and their plain twins, best of ${rounds}`);
  console.table(
    Object.fromEntries(
      entries.map(({ name, tuned, plain, timesInRun }) => {
        const [fast, slow] = [secondsOf(tuned), secondsOf(plain)];
        const gain = ((slow - fast) * timesInRun) / runSeconds;
        return [
          name,
          {
            'tuned, ms': (1000 * fast).toFixed(1),
            'plain, ms': (1000 * slow).toFixed(1),
            'times in a run': timesInRun,
            'share of a run': gain.toFixed(2),
          },
        ];
      }),
    ),
  );
}

interface Entry {
  readonly name: string;
  readonly tuned: () => void;
  readonly plain: () => void;
  /** How often a run does this to as many pixels. */
  readonly timesInRun: number;
}

function secondsOf(work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    work();
    best = Math.min(best, (performance.now() - start) / 1000);
  }
  return best;
}

/** A run copies samples of all types, so the twins have seen all of them. */
function warmUp(): void {
  const integers = [Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array];
  for (const Type of [...integers, Float32Array, Float64Array]) {
    const [from, to] = [new Type(10_000), new Type(10_000)];
    for (let round = 0; round < 30; round++) {
      copy(from, to, { column: 1, isDifference: round % 2 === 0 });
      sum(from, to);
      halve(from, from, to.subarray(0, from.length / 2), 0);
    }
  }
}

/** Six differences of twelve columns, as the detection makes them of two dates. */
function combinations(): Entry {
  const combined = noCombinations(6, 12);
  combined.factors.fill(0.3);
  const { columns, sums } = blocksFor(combined);
  for (const column of columns) column.fill(3.2);
  const perBlock = (work: typeof combine) => () => {
    for (let first = 0; first < pixels; first += blockValues) work(combined, columns, sums);
  };
  return {
    name: 'combinations',
    tuned: perBlock(combineBlock),
    plain: perBlock(combine),
    timesInRun: 1,
  };
}

/** Two dates' pictures of six bands are written with overviews, as differences and interleaved. */
function copies(): Entry[] {
  const source = Uint16Array.from({ length: pixels }, (_, index) => index % 9_973);
  const target = new Uint16Array(pixels);
  const interleaved = new Uint16Array(2 * pixels);
  const rows = { first: 0, column: 1, row: side };
  const spread = { first: 0, column: 2, row: 2 * side };
  const size = { width: side, rows: side };
  return [
    {
      name: 'copy-differences',
      tuned: () => copyDifferences(source, rows, target, rows, size),
      plain: () => copy(source, target, { column: 1, isDifference: true }),
      timesInRun: 16,
    },
    {
      name: 'copy-samples',
      tuned: () => copySamples(source, rows, interleaved, spread, size),
      plain: () => copy(source, interleaved, { column: 2, isDifference: false }),
      timesInRun: 6,
    },
  ];
}

/** All bands of all scenes are read as differences. */
function sums(): Entry {
  const source = Uint16Array.from({ length: pixels }, (_, index) => index % 7);
  const target = new Uint16Array(pixels);
  const rows = { first: 0, row: side, skip: 0 };
  const size = { width: side, rows: side };
  return {
    name: 'copy-sums, undo-differences',
    tuned: () => copySums(source, rows, target, { first: 0, column: 1, row: side }, size),
    plain: () => sum(source, target),
    timesInRun: 17,
  };
}

/** Two dates' pictures of six bands get overviews, with nodata outside of the area. */
function halving(): Entry {
  const source = Uint16Array.from({ length: pixels }, (_, index) => index % 9_973);
  const half = new Uint16Array(side / 2);
  const perRows = (work: typeof halve) => () => {
    for (let start = 0; start < pixels; start += 2 * side) {
      const top = source.subarray(start, start + side);
      work(top, source.subarray(start + side, start + 2 * side), half, 0);
    }
  };
  return {
    name: 'halve-integers',
    tuned: perRows(halveIntegers),
    plain: perRows(halve),
    timesInRun: 16,
  };
}

import type { Window } from '../../raster/grid.ts';
import { forEachSpan, type PixelLayout } from '../../raster/pixel-layout.ts';
import {
  type ChangeDetection,
  changeClass,
  type DetectOptions,
  defaultDetectOptions,
} from '../options.ts';
import { PairRaster, type ScatteredPair } from '../pair/pair-raster.ts';
import { type RunRows, runRowsHere } from '../rows/run-rows.ts';
import { SharedBuffers } from '../rows/shared-buffers.ts';
import { detectChange, dropDoubtfulPatches, type LearnedDetection } from './detect.ts';
import { keptCells } from './kept-cells.ts';
import { drawLearningRaster, type LearningRaster } from './learning-blocks.ts';
import { type BlankedPixels, detectionNotes } from './notes.ts';
import { type ScatteredWindow, scatteredWindows } from './scattered-windows.ts';

/** The result of a detection in buffers of the layout, with one number for each kept pixel. */
export type ScatteredDetection = Pick<
  ChangeDetection,
  'mask' | 'kinds' | 'score' | 'threshold' | 'method' | 'notes'
>;

/**
 * Finds the change that `detectChange` finds, in an area that is scattered in a large rectangle. It
 * works window by window, in memory that does not grow with the rectangle. Statistics are learned
 * once, from blocks drawn from the whole area, so that all parts are judged alike. Ground outside
 * of the area does not count as hidden by clouds. It is synchronous and throws as `detectChange`
 * does.
 */
export function detectScattered(
  pair: ScatteredPair,
  options: DetectOptions = {},
  runRows: RunRows = runRowsHere,
): ScatteredDetection {
  const settings = { ...defaultDetectOptions, ...options };
  const { layout, before, after } = pair;
  const cells = keptCells(layout, before, after);
  const learning = drawLearningRaster(layout, cells, settings.seed);
  const windows = scatteredWindows(layout, cells);
  const rasters = [learning, ...windows.map(({ raster }) => raster)];
  const mostPixels = rasters.reduce((most, { width, height }) => Math.max(most, width * height), 0);
  const raster = new PairRaster(pair, mostPixels);
  const buffers = new SharedBuffers(mostPixels);
  const compare = (setting: { learned?: LearnedDetection['learned']; core?: Window }) => {
    const { before, after, inside } = raster.stacks;
    return detectChange(before, after, settings, { ...setting, inside, runRows, buffers });
  };

  layBlocks(raster, learning);
  const { learned, score: learningScore, threshold } = compare({});
  buffers.giveBack(learningScore);
  const whole = new WholeDetection(layout);
  if (learned.scoring) {
    for (const window of windows) {
      layWindow(raster, window);
      const found = compare({ learned, core: coreIn(window) });
      whole.gather(found, window);
      buffers.giveBack(found.score);
    }
    dropDoubtfulPatches({ mask: whole.mask, score: whole.score, threshold }, layout, settings);
  }
  const { mask, score, blanked } = whole;
  const kinds = whole.kinds.map((kind, i) => (mask[i] === changeClass.changed ? kind : 0));
  const notes = detectionNotes(learned, blanked);
  return { mask, kinds, score, threshold, method: settings.method, notes };
}

function layBlocks(raster: PairRaster, learning: LearningRaster): void {
  raster.begin(learning);
  for (const { source, column, row } of learning.blocks) raster.lay(source, column, row);
}

function layWindow(raster: PairRaster, window: ScatteredWindow): void {
  raster.begin(window.raster);
  raster.lay(window.raster, 0, 0);
}

/** The core, in pixels of the window's own raster. */
function coreIn({ core, raster }: ScatteredWindow): Window {
  return { ...core, column: core.column - raster.column, row: core.row - raster.row };
}

/** Buffers of the layout in which the cores of all windows are collected. */
class WholeDetection {
  readonly mask: Uint8Array;
  readonly kinds: Uint8Array;
  readonly score: Float32Array;
  readonly #layout: PixelLayout;
  blanked: BlankedPixels = { besideSnow: 0, besideMasked: 0 };

  constructor(layout: PixelLayout) {
    this.#layout = layout;
    this.mask = new Uint8Array(layout.pixelCount).fill(changeClass.unobserved);
    this.kinds = new Uint8Array(layout.pixelCount);
    this.score = new Float32Array(layout.pixelCount);
  }

  gather({ mask, kinds, score, blanked }: LearnedDetection, window: ScatteredWindow): void {
    const { core, raster } = window;
    forEachSpan(
      this.#layout,
      (row, start, end, index) => {
        const first = (row - raster.row) * raster.width + start - raster.column;
        const last = first + end - start;
        this.mask.set(mask.subarray(first, last), index);
        this.kinds.set(kinds.subarray(first, last), index);
        this.score.set(score.subarray(first, last), index);
      },
      core,
    );
    this.blanked = {
      besideSnow: this.blanked.besideSnow + blanked.besideSnow,
      besideMasked: this.blanked.besideMasked + blanked.besideMasked,
    };
  }
}

import { forEachRow } from '../raster/window.ts';
import { usability } from './classification.ts';
import { coveredPixels, type SurveyedScene } from './survey.ts';
import type { WorkArea } from './types.ts';

/** No scene. A mosaic of many tiles and dates has more scenes than a byte can tell apart. */
export const unassigned = 65_535;

/** A scene that gives a composite fewer of the area's pixels isn't worth reading. */
const smallestShare = 0.001;
/** Of a mosaic of many tiles each scene is a small part: what counts then is its share of its own. */
const smallestOwnShare = 0.01;
const smallestMosaicShare = 0.0001;
const enoughClearShare = 0.995;

const clearCodes = codeTable(usability.clear, usability.water);
const snowCodes = codeTable(usability.snow);

/**
 * Gives each pixel that has no scene yet to the nearest scene in which it is clear, until enough of
 * the area has one. `assignment` holds indices into `roster` and is changed in place; a scene that
 * gets pixels is added to the roster.
 */
export function assignClear(
  assignment: Uint16Array,
  roster: SurveyedScene[],
  scenes: readonly SurveyedScene[],
  workArea: WorkArea,
): void {
  let filled = 0;
  for (let index = 0; index < assignment.length; index += 1) {
    if (assignment[index] !== unassigned) filled += 1;
  }
  for (const scene of scenes) {
    if (filled >= enoughClearShare * workArea.pixelCount) return;
    filled += give(assignment, roster, scene, { codes: clearCodes, workArea });
  }
}

/** Gives pixels under snow on both dates (`allowed`) to the nearest scenes that show the snow. */
export function assignSnow(
  assignment: Uint16Array,
  roster: SurveyedScene[],
  scenes: readonly SurveyedScene[],
  { allowed, workArea }: { allowed: Uint8Array; workArea: WorkArea },
): void {
  for (const scene of scenes) {
    give(assignment, roster, scene, { codes: snowCodes, workArea, allowed });
  }
}

/** The pixels without a scene that some scene shows under snow; undefined when there are none. */
export function snowCandidates(
  assignment: Uint16Array,
  scenes: readonly SurveyedScene[],
  { grid }: WorkArea,
): Uint8Array | undefined {
  let candidates: Uint8Array | undefined;
  for (const { usable, counts, window } of scenes) {
    if (counts[usability.snow] === 0) continue;
    candidates ??= new Uint8Array(assignment.length);
    const found = candidates;
    forEachRow(window, grid.width, (ownStart, start) => {
      for (let column = 0; column < window.width; column += 1) {
        const isSnow = usable[ownStart + column] === usability.snow;
        if (isSnow && assignment[start + column] === unassigned) found[start + column] = 1;
      }
    });
  }
  return candidates;
}

interface Gift {
  /** 1 for each usability code that is taken. */
  codes: Uint8Array;
  workArea: WorkArea;
  /** Only these pixels, when given. */
  allowed?: Uint8Array;
}

function give(
  assignment: Uint16Array,
  roster: SurveyedScene[],
  scene: SurveyedScene,
  { codes, workArea, allowed }: Gift,
): number {
  const listed = roster.indexOf(scene);
  if (listed === -1 && roster.length >= unassigned) return 0;
  const { usable, window } = scene;
  const taken = new Uint8Array(usable.length);
  let count = 0;
  forEachRow(window, workArea.grid.width, (ownStart, start) => {
    for (let column = 0; column < window.width; column += 1) {
      if (assignment[start + column] !== unassigned) continue;
      if (codes[usable[ownStart + column]!] === 0) continue;
      if (allowed && allowed[start + column] === 0) continue;
      taken[ownStart + column] = 1;
      count += 1;
    }
  });
  if (count === 0 || count < fewestPixels(scene, workArea)) return 0;
  const slot = listed === -1 ? roster.push(scene) - 1 : listed;
  forEachRow(window, workArea.grid.width, (ownStart, start) => {
    for (let column = 0; column < window.width; column += 1) {
      if (taken[ownStart + column] === 1) assignment[start + column] = slot;
    }
  });
  return count;
}

/** A scene that would give fewer pixels isn't read. */
function fewestPixels(scene: SurveyedScene, { pixelCount }: WorkArea): number {
  const own = smallestOwnShare * coveredPixels(scene);
  return Math.min(smallestShare * pixelCount, Math.max(smallestMosaicShare * pixelCount, own));
}

function codeTable(...codes: number[]): Uint8Array {
  const table = new Uint8Array(Object.keys(usability).length);
  for (const code of codes) table[code] = 1;
  return table;
}

import {
  changeClass,
  changeSeverities,
  type DetectOptions,
  detectChangeInThreads,
  detectScatteredInThreads,
  type ScatteredDetection,
} from '../change/index.ts';
import { isNearTogether, type PicturePair, type WorkArea } from '../composite/index.ts';
import type { RunFact } from '../facts/run-facts.ts';
import { groundAreas } from '../raster/ground-area.ts';
import { together } from '../threads/wait-for.ts';
import type { Composed, ComposeOptions } from './both-dates/composed.ts';
import {
  compareWithEarlierYears,
  type EarlierYears,
  stackOf,
  takeBackRecurringChange,
} from './recurring-change.ts';
import type { AnalysisRequest } from './types.ts';

/** Less water than this is not mentioned. */
const notableWaterHectares = 0.1;

/** What has been detected: samples of the work area's layout. */
export type Detected = ScatteredDetection & {
  /** `severityCode` of changed pixels, by the method `nbr` alone. */
  readonly severities?: Uint8Array;
  /** What earlier years show, where they have been compared. */
  readonly earlier: EarlierYears | undefined;
};

/**
 * Detects what changed between the dates. Change between two dates of open water is taken back, and
 * so is, by the default method, change that earlier years show to be seasonal. The pictures of
 * earlier years are composed while change is being detected.
 */
export async function detect(
  { comparable, pair, workArea }: Composed,
  request: AnalysisRequest,
  detectOptions: Required<DetectOptions>,
  options: ComposeOptions,
): Promise<Detected> {
  const { before, after } = comparable;
  const isLookedBack =
    detectOptions.method === 'automatic' && workArea.coarsenedFromMeters === undefined;
  const isComparedWithEarlier = isLookedBack && isNearTogether(workArea, options);
  const [detection, earlier] = await together(options.signal, [
    (signal) => detectIn(workArea, comparable, detectOptions, signal),
    async (signal) =>
      isComparedWithEarlier
        ? compareWithEarlierYears(pair, workArea, request, { ...options, signal })
        : undefined,
  ]);
  const { mask, method } = detection;
  const water = clearOpenWater(mask, before.water, after.water);
  const notes: RunFact[] = [...detection.notes];
  const hectares = water ? groundAreas(workArea.grid).hectaresOf(water, 1, workArea.layout) : 0;
  if (hectares >= notableWaterHectares) {
    notes.push({ code: 'open-water', params: { hectares } });
  }
  if (isComparedWithEarlier) {
    notes.push(...takeBackRecurringChange(detection, earlier, workArea));
  } else if (isLookedBack && mask.includes(changeClass.changed)) {
    notes.push({ code: 'parts-too-far-apart' });
  }
  const severities = method === 'nbr' ? changeSeverities(mask, before, after) : undefined;
  return { ...detection, ...(severities && { severities }), earlier, notes };
}

/**
 * Detects change in the pixels of a work area: in its whole rectangle, or only in those inside the
 * area.
 */
function detectIn(
  { layout, mask }: WorkArea,
  { before, after }: PicturePair,
  options: Required<DetectOptions>,
  signal: AbortSignal,
): Promise<ScatteredDetection> {
  return layout.spans
    ? detectScatteredInThreads({ layout, before, after }, options, signal)
    : detectChangeInThreads(
        { before: stackOf(before), after: stackOf(after), inside: mask },
        options,
        signal,
      );
}

/**
 * Takes back change where both dates show water, because waves, sunglint and sediment change a
 * water surface between any two days. Alters `mask`.
 *
 * @returns 1 where a change was taken back; undefined where none was
 */
export function clearOpenWater(
  mask: Uint8Array,
  before: Uint8Array,
  after: Uint8Array,
): Uint8Array | undefined {
  let cleared: Uint8Array | undefined;
  for (let index = 0; index < mask.length; index++) {
    if (mask[index] !== changeClass.changed || before[index] !== 1 || after[index] !== 1) continue;
    mask[index] = changeClass.unchanged;
    cleared ??= new Uint8Array(mask.length);
    cleared[index] = 1;
  }
  return cleared;
}

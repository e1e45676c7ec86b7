import type { RunFact } from '../../facts/run-facts.ts';
import { gather, selectQuantile } from '../../math/quantiles.ts';
import type { BandName } from '../../source/scene.ts';
import { offsetOfBaseline4 } from '../../source/stac-item.ts';
import { reflectanceScale, storable } from '../place/reflectance.ts';
import { unassigned } from '../usability/usable-pixels.ts';
import type { DateComposite } from './date-composite.ts';

/** The spurious shift of a wrong offset, in the numbers of composites. */
const shift = -offsetOfBaseline4 * reflectanceScale;
/** How far each band's median difference may be from the shift, and the bands' from each other. */
const tolerance = 0.03 * reflectanceScale;
/** If a scene still contains the offset, even its darkest pixels are about this bright. */
const darkestShifted = 0.08 * reflectanceScale;
const darkestQuantile = 0.02;
/** With fewer pixels a median is not reliable. */
const fewestPixels = 30;
const sampledPixels = 50_000;
/** The most pixels that are read of a large area. */
const lookedAtPixels = 1_000_000;
/**
 * A picture shows plants if at least `plantShare` of the area has this NDVI, whatever the offset.
 */
const plantShare = 0.1;
const plantIndex = 0.3;
/** Plants are dark in these bands. */
const darkBands: readonly BandName[] = ['blue', 'green', 'red'];

/**
 * Finds scenes whose numbers still contain the offset of processing baseline 04.00 although their
 * catalogue entry says otherwise, and subtracts it. Such a scene differs from the other date by the
 * same 0.1 in every band, which no change on the ground causes, and has no dark pixel at all.
 *
 * If both dates contain the offset, they do not differ. A note then says that the pictures are too
 * bright for the plants that they show.
 *
 * @returns a note for each corrected scene, or one for both dates
 */
export function correctOffsets(
  before: DateComposite,
  after: DateComposite,
  names: readonly BandName[],
): RunFact[] {
  const notes: RunFact[] = [];
  for (const [date, other] of [
    [before, after],
    [after, before],
  ] as const) {
    const pixels = commonPixels(date, other);
    for (const [slot, { scene }] of date.roster.entries()) {
      if (!isShifted(date, other, pixels[slot], names)) continue;
      for (const name of names) lower(date, name, slot);
      notes.push({ code: 'offset-left-in', params: { sceneId: scene.id } });
    }
  }
  if (notes.length === 0 && [before, after].every((date) => seemsShifted(date, names))) {
    notes.push({ code: 'offset-left-in-all' });
  }
  return notes;
}

/** Whether a picture shows plants and yet its darkest ground is as bright as the offset alone. */
function seemsShifted(date: DateComposite, names: readonly BandName[]): boolean {
  const pixels = somePixels(date);
  const [red, nir] = [date.bands.get('red'), date.bands.get('nir')];
  if (pixels.length < fewestPixels || !red || !nir) return false;
  let greenPixels = 0;
  for (const index of pixels) {
    const [low, high] = [red[index], nir[index]];
    if ((high - low) / (high + low) >= plantIndex) greenPixels++;
  }
  if (greenPixels < plantShare * pixels.length) return false;
  return names
    .filter((name) => darkBands.includes(name))
    .every((name) => darkestOf(date.bands.get(name)!, pixels) >= darkestShifted);
}

function darkestOf(band: Uint16Array, pixels: Uint32Array): number {
  return selectQuantile(gather(band, pixels), darkestQuantile);
}

function isShifted(
  date: DateComposite,
  other: DateComposite,
  pixels: Uint32Array,
  names: readonly BandName[],
): boolean {
  if (pixels.length < fewestPixels) return false;
  const medians: number[] = [];
  for (const name of names) {
    const [band, otherBand] = [date.bands.get(name)!, other.bands.get(name)!];
    const differences = new Float32Array(pixels.length);
    for (let index = 0; index < pixels.length; index++) {
      differences[index] = band[pixels[index]] - otherBand[pixels[index]];
    }
    const median = selectQuantile(differences, 0.5);
    if (Math.abs(median - shift) > tolerance) return false;
    medians.push(median);
  }
  if (Math.max(...medians) - Math.min(...medians) > tolerance) return false;
  return names.every((name) => darkestOf(date.bands.get(name)!, pixels) >= darkestShifted);
}

/** For each scene, the pixels that it fills and that the other date has too, thinned evenly. */
function commonPixels(date: DateComposite, other: DateComposite): Uint32Array[] {
  const [own, others] = [date.assignment, other.assignment];
  const stride = Math.max(1, Math.floor(own.length / lookedAtPixels));
  const counts = new Uint32Array(unassigned + 1);
  for (let index = 0; index < own.length; index += stride) {
    if (others[index] !== unassigned) counts[own[index]]++;
  }
  const steps = counts.map((count) => Math.max(1, Math.floor(count / sampledPixels)));
  const pixels = date.roster.map(
    (_, slot) => new Uint32Array(Math.ceil(counts[slot] / steps[slot])),
  );
  const seen = new Uint32Array(pixels.length);
  for (let index = 0; index < own.length; index += stride) {
    const slot = own[index];
    if (slot === unassigned || others[index] === unassigned) continue;
    const number = seen[slot];
    if (number % steps[slot] === 0) pixels[slot][number / steps[slot]] = index;
    seen[slot] = number + 1;
  }
  return pixels;
}

/** Pixels with a scene, spread over the whole area. */
function somePixels({ assignment }: DateComposite): Uint32Array {
  const step = Math.max(1, Math.floor(assignment.length / sampledPixels));
  const pixels: number[] = [];
  for (let index = 0; index < assignment.length; index += step) {
    if (assignment[index] !== unassigned) pixels.push(index);
  }
  return Uint32Array.from(pixels);
}

function lower(date: DateComposite, name: BandName, slot: number): void {
  const band = date.bands.get(name)!;
  for (let index = 0; index < band.length; index++) {
    if (date.assignment[index] === slot) band[index] = storable(band[index] - shift);
  }
}

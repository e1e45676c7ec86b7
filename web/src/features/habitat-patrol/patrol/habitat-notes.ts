import type { HabitatShape } from '@refugia/contract/species.ts';

/** Notes that readers of critical habitat need about its shapes, as sentences. */
export function notesOfHabitat(shapes: readonly HabitatShape[]): string[] {
  const sources = [...new Set(shapes.map(({ source }) => source))];
  const tolerance = Math.max(0, ...shapes.map(({ tolerance_meters }) => tolerance_meters));
  const notes = sources.map((source) => `Source: ${source.replace(/\.$/, '')}.`);
  if (shapes.some(({ approximate }) => approximate)) {
    notes.unshift('Approximate: these are not the boundaries as designated.');
  }
  if (tolerance > 0) {
    notes.push(`The outline was simplified: it may be off by ${Math.ceil(tolerance)} m.`);
  }
  return notes;
}

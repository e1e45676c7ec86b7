import type { FlatGeometry, Properties } from '../vector/types.ts';
import { isSameAttribute } from './same.ts';
import type { FeatureState, MergeOutcome, MergeSide, MergeStates } from './types.ts';

/** What a person chose in a conflict. Whatever is not chosen stays as it currently is. */
export interface ConflictChoices {
  /** Where one side deleted what the other edited, or both created it: the side that is kept. */
  readonly feature?: MergeSide;
  readonly geometry?: MergeSide;
  readonly attributes?: readonly { readonly name: string; readonly side: MergeSide }[];
}

/** The state of a feature after a merge, with the choices of a person where it met conflicts. */
export function resolveConflicts(
  outcome: MergeOutcome,
  choices: ConflictChoices,
): FeatureState | null {
  if (outcome.kind === 'merged') return outcome.feature;
  const { states, partial, conflicts } = outcome;
  const isWhole = conflicts.some(
    ({ kind }) => kind === 'edit-against-delete' || kind === 'created-twice',
  );
  if (isWhole) return choices.feature ? states[choices.feature] : partial;
  if (!partial) return null;
  return {
    geometry: choices.geometry ? geometryOn(states, choices.geometry) : partial.geometry,
    properties: chosenAttributes(states, partial.properties, choices.attributes ?? []),
  };
}

function geometryOn(states: MergeStates, side: MergeSide): FlatGeometry | null {
  return states[side]?.geometry ?? null;
}

function chosenAttributes(
  states: MergeStates,
  properties: Properties,
  choices: NonNullable<ConflictChoices['attributes']>,
): Properties {
  const values = new Map(Object.entries(properties));
  for (const { name, side } of choices) {
    const chosen = states[side]?.properties ?? {};
    if (isSameAttribute(chosen, properties, name)) continue;
    if (Object.hasOwn(chosen, name)) values.set(name, chosen[name]);
    else values.delete(name);
  }
  return Object.fromEntries(values);
}

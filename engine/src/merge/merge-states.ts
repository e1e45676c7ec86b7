import type { FlatGeometry, Properties, PropertyValue } from '../vector/types.ts';
import { mergeGeometry } from './merge-geometry.ts';
import { isSameAttribute, isSameState } from './same.ts';
import type { Conflict, FeatureState, MergeOutcome, MergeSide, MergeStates } from './types.ts';

/**
 * Merges two changes of one feature that started from the same state: attribute by attribute, and run
 * of vertices by run of vertices. Where both changed the same, or where it can't be known whether they
 * did, it is a conflict and never a guess. Swapping the two sides changes no merged feature.
 *
 * The same merge serves a proposal whose base moved, undo and revert (the base is the state after the
 * change that is taken back, and the incoming state is the one before it), and edits made offline.
 */
export function mergeStates(states: MergeStates): MergeOutcome {
  const { base, current, incoming } = states;
  if (isSameState(current, incoming) || isSameState(base, incoming)) return merged(current);
  if (isSameState(base, current)) return merged(incoming);
  if (!current || !incoming) {
    const deletedBy = current ? 'incoming' : 'current';
    return conflicting(states, [{ kind: 'edit-against-delete', deletedBy }], current);
  }
  if (!base) return conflicting(states, [{ kind: 'created-twice' }], current);

  const attributes = mergeAttributes(base.properties, current.properties, incoming.properties);
  const geometry = mergeGeometry(base.geometry, current.geometry, incoming.geometry);
  const feature = {
    geometry: geometry.kind === 'merged' ? geometry.geometry : current.geometry,
    properties: attributes.properties,
  };
  const conflicts: Conflict[] = [...attributes.conflicts];
  if (geometry.kind === 'conflict') conflicts.push(geometry.conflict);
  return conflicts.length === 0 ? merged(feature) : conflicting(states, conflicts, feature);
}

function merged(feature: MergeStates['current']): MergeOutcome {
  return { kind: 'merged', feature };
}

function conflicting(
  states: MergeStates,
  conflicts: readonly Conflict[],
  partial: MergeStates['current'],
): MergeOutcome {
  return { kind: 'conflict', conflicts, states, partial };
}

/** All attributes that merge, and the current value of those that do not. */
function mergeAttributes(base: Properties, current: Properties, incoming: Properties) {
  const properties: [string, PropertyValue][] = [];
  const conflicts: Conflict[] = [];
  const names = new Set([base, current, incoming].flatMap((each) => Object.keys(each)));
  for (const name of names) {
    const isCurrentKept =
      isSameAttribute(base, incoming, name) || isSameAttribute(current, incoming, name);
    const kept = isCurrentKept || !isSameAttribute(base, current, name) ? current : incoming;
    if (Object.hasOwn(kept, name)) properties.push([name, kept[name]]);
    if (!isCurrentKept && kept === current) {
      conflicts.push({
        kind: 'attribute',
        name,
        ...(Object.hasOwn(base, name) && { base: base[name] }),
        ...(Object.hasOwn(current, name) && { current: current[name] }),
        ...(Object.hasOwn(incoming, name) && { incoming: incoming[name] }),
      });
    }
  }
  // `Object.fromEntries` defines `__proto__` as an attribute like any other, which an assignment
  // would not.
  return { properties: Object.fromEntries(properties), conflicts };
}

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

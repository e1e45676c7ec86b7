import type { Properties, PropertyValue } from '../vector/types.ts';
import { mergeGeometry } from './merge-geometry.ts';
import { isSameAttribute, isSameState } from './same.ts';
import type { Conflict, MergeOutcome, MergeStates } from './types.ts';

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

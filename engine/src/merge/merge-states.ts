import type { Properties, PropertyValue } from '../vector/types.ts';
import { inLayer } from './apply-patch.ts';
import { mergeGeometry } from './merge-geometry.ts';
import { isSameAttribute, isSameState } from './same.ts';
import type {
  AttributeDispute,
  FeatureState,
  LayerDispute,
  MergeOutcome,
  MergeSide,
  MergeStates,
} from './types.ts';

/**
 * Merges two changes of one feature that started from the same state: attribute by attribute, and
 * stretch by stretch of its outline. Where both changed the same, or where it can't be known whether
 * they did, a person is asked for exactly that, and nothing is guessed. Swapping the two sides changes
 * nothing but their names.
 *
 * The same merge serves a proposal whose base moved, undo and revert (the base is the state after the
 * change that is taken back, and the incoming state is the one before it), and edits made offline.
 * @param choices the side that a person chose for each dispute, in their order. Default: the current
 * one. The shape that choices make may be invalid; all of one changed side never is.
 */
export function mergeStates(states: MergeStates, choices: readonly MergeSide[] = []): MergeOutcome {
  const { base, current, incoming } = states;
  if (isSameState(current, incoming) || isSameState(base, incoming)) return undisputed(current);
  if (isSameState(base, current)) return undisputed(incoming);
  if (!base || !current || !incoming) return wholeFeature(states, choices);

  const geometry = mergeGeometry({
    base: base.geometry,
    current: current.geometry,
    incoming: incoming.geometry,
  });
  const stretches = geometry.disputed.length;
  const attributes = mergeAttributes(
    { base: base.properties, current: current.properties, incoming: incoming.properties },
    choices.slice(stretches),
  );
  const layer = mergeLayers(
    { base: base.layerId, current: current.layerId, incoming: incoming.layerId },
    choices[stretches + attributes.disputed.length],
  );
  return {
    merged: {
      geometry: geometry.choose(choices.slice(0, stretches)),
      properties: attributes.properties,
      ...inLayer(layer.layerId),
    },
    disputed: [...geometry.disputed, ...attributes.disputed, ...layer.disputed],
  };
}

/** Takes the layer of the side that moved the feature, or what was chosen where both did. */
function mergeLayers(
  { base, current, incoming }: Record<MergeSide, string | undefined>,
  side: MergeSide = 'current',
): { layerId: string | undefined; disputed: LayerDispute[] } {
  if (incoming === undefined || incoming === base || incoming === current) {
    return { layerId: current, disputed: [] };
  }
  if (base === undefined || current === undefined || base === current) {
    return { layerId: incoming, disputed: [] };
  }
  const layers = { base, current, incoming };
  return { layerId: layers[side], disputed: [{ kind: 'layer', ...layers }] };
}

function undisputed(merged: FeatureState | null): MergeOutcome {
  return { merged, disputed: [] };
}

/** One side deleted what the other edited, or both created the feature. */
function wholeFeature(states: MergeStates, [side = 'current']: readonly MergeSide[]): MergeOutcome {
  const shapeOn = (each: MergeSide) => states[each]?.geometry ?? null;
  const [base, current, incoming] = [shapeOn('base'), shapeOn('current'), shapeOn('incoming')];
  return {
    merged: states[side],
    disputed: [{ kind: 'stretch', extent: 'feature', base, current, incoming, reason: null }],
  };
}

/**
 * Merges attributes that one side changed. Where both sides changed an attribute, the chosen value
 * is taken.
 */
function mergeAttributes(
  sides: Record<MergeSide, Properties>,
  choices: readonly MergeSide[],
): { properties: Properties; disputed: AttributeDispute[] } {
  const { base, current, incoming } = sides;
  const properties: [string, PropertyValue][] = [];
  const disputed: AttributeDispute[] = [];
  const valueOn = (side: MergeSide, name: string) =>
    Object.hasOwn(sides[side], name) && { [side]: sides[side][name] };
  for (const name of new Set([base, current, incoming].flatMap((each) => Object.keys(each)))) {
    let side: MergeSide = isSameAttribute(base, current, name) ? 'incoming' : 'current';
    const isDisputed =
      side === 'current' &&
      !isSameAttribute(base, incoming, name) &&
      !isSameAttribute(current, incoming, name);
    if (isDisputed) {
      side = choices[disputed.length] ?? 'current';
      const values = sideNames.map((each) => valueOn(each, name));
      disputed.push({ kind: 'attribute', name, ...Object.assign({}, ...values) });
    }
    if (Object.hasOwn(sides[side], name)) properties.push([name, sides[side][name]]);
  }
  // `Object.fromEntries` defines `__proto__` as an attribute like any other, which an assignment
  // would not.
  return { properties: Object.fromEntries(properties), disputed };
}

const sideNames: readonly MergeSide[] = ['base', 'current', 'incoming'];

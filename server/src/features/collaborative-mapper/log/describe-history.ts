import { inFieldOrder } from '@refugia/contract/collaborative-mapper/fields.ts';
import type {
  LayerEditPatch,
  LayerField,
  MapPatch,
  OperationVerb,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import type { FeatureState, Patch } from '@refugia/engine/merge/index.ts';

/** The attributes that may be a feature's name, the first that is there counts. */
export const nameKeys = ['name', 'NAME', 'Name', 'title', 'label'];

const longestNameCharacters = 60;

type Properties = FeatureState['properties'];

/** A value in quotation marks where it is a name, or null. */
function quoted(value: unknown): string | null {
  const name = typeof value === 'string' ? value.trim() : '';
  if (name === '') return null;
  const isLong = name.length > longestNameCharacters;
  return isLong ? `“${name.slice(0, longestNameCharacters).trim()}…”` : `“${name}”`;
}

/** The name of a feature among its attributes in quotation marks, or null. */
export function nameAmong(properties: Properties | null): string | null {
  if (!properties) return null;
  for (const key of nameKeys) {
    const name = Object.hasOwn(properties, key) ? quoted(properties[key]) : null;
    if (name !== null) return name;
  }
  return null;
}

/** The name of a feature for people, or else its kind of geometry. */
function featureName(state: FeatureState): string {
  const type = state.geometry?.type ?? 'feature';
  const kind = `a ${type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()}`;
  return nameAmong(state.properties) ?? kind;
}

type Edit = Extract<Patch, { kind: 'edit' }>;

/** What is known of the feature that a patch changed. */
export interface ChangedFeature {
  /** Null for a change of something else, and for a feature that is gone for good. */
  readonly properties: Properties | null;
  /** The name of the layer into which the patch moved it. */
  readonly movedTo?: string | null;
  /** The fields of its layer, by whose names and in whose order attributes are listed. */
  readonly fields?: readonly LayerField[] | null;
}

function describeEdit(edit: Edit, feature: ChangedFeature): string {
  const { attributes, geometry, layer } = edit;
  const { properties, movedTo } = feature;
  const name = nameAmong(properties) ?? 'a feature';
  const target = movedTo ? `the layer “${movedTo}”` : 'another layer';
  if (layer && attributes.length === 0 && !geometry) return `Moved ${name} to ${target}`;
  const changes = describeChanges(edit, feature);
  return layer ? `${changes}, and moved it to ${target}` : changes;
}

function describeChanges(
  { attributes, geometry }: Edit,
  { properties, fields }: ChangedFeature,
): string {
  const [only] = attributes;
  if (only && attributes.length === 1 && !geometry && nameKeys.includes(only.name)) {
    const [before, after] = [quoted(only.before), quoted(only.after)];
    if (before !== null && after !== null) return `Renamed ${before} to ${after}`;
  }
  const keys = attributes.map(({ name }) => name);
  const names = inFieldOrder(keys, fields ?? []).map(
    (key) => fields?.find((field) => field.key === key)?.name ?? key,
  );
  const parts = [
    ...(geometry ? ['the shape'] : []),
    ...(names.length > 2 ? [`${names.length} attributes`] : names),
  ];
  const changed = [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '');
  return `Changed ${changed.join(' and ')} of ${nameAmong(properties) ?? 'a feature'}`;
}

function describeFeaturePatch(patch: Patch, feature: ChangedFeature): string {
  switch (patch.kind) {
    case 'create':
      return `Added ${featureName(patch.after)}`;
    case 'delete':
      return `Deleted ${featureName(patch.before)}`;
    case 'edit':
      return describeEdit(patch, feature);
  }
}

const attributeNames: Record<string, string> = {
  name: 'the name of the map',
  summary: 'the summary',
  base_layer: 'the base layer',
  is_vector_drawing_controls_enabled: 'whether drawing is on',
};

function describeLayerEdit({ before, after }: LayerEditPatch): string {
  if (after.dataset !== undefined)
    return `Renamed the layer “${before.dataset}” to “${after.dataset}”`;
  // A column that is removed may change the style, too.
  const isStyled = after.style !== undefined && after.fields === undefined;
  return isStyled ? 'Changed the style of a layer' : 'Changed a layer';
}

const unknownFeature: ChangedFeature = { properties: null };

function describePatch(patch: MapPatch, feature = unknownFeature): string {
  const features = (count: number) =>
    `${count.toLocaleString('en-US')} ${count === 1 ? 'feature' : 'features'}`;
  switch (patch.kind) {
    case 'create':
    case 'edit':
    case 'delete':
      return describeFeaturePatch(patch, feature);
    case 'create-layer':
      return `Made the layer “${patch.dataset}”`;
    case 'import-layer':
      return `Added the layer “${patch.dataset}” with ${features(patch.feature_count)}`;
    case 'delete-layer':
      return `Deleted the layer “${patch.dataset}” with ${features(patch.feature_count)}`;
    case 'restore-layer':
      return `Brought back the layer “${patch.dataset}”`;
    case 'edit-layer':
      return describeLayerEdit(patch);
    case 'edit-map':
      if (patch.attribute === 'is_published') {
        return patch.after ? 'Made the map public' : 'Made the map private';
      }
      return `Changed ${attributeNames[patch.attribute] ?? 'the species of the map'}`;
    case 'add-raster':
      return `Added the picture “${patch.map_layer}”`;
    case 'delete-raster':
      return `Deleted the picture “${patch.map_layer}”`;
    case 'restore-raster':
      return `Brought back the picture “${patch.map_layer}”`;
    case 'note':
      return patch.text;
  }
}

const deeds: Readonly<Record<OperationVerb, string>> = {
  create: 'Added a feature',
  edit: 'Changed a feature',
  delete: 'Deleted a feature',
  'create-layer': 'Made a layer',
  'import-layer': 'Added a layer',
  'delete-layer': 'Deleted a layer',
  'restore-layer': 'Brought back a layer',
  'edit-layer': 'Changed a layer',
  'edit-map': 'Changed the map',
  'add-raster': 'Added a picture',
  'delete-raster': 'Deleted a picture',
  'restore-raster': 'Brought back a picture',
  note: 'Wrote a note',
};

/**
 * Describes an operation for viewers, who are told the names of what is there now alone.
 * @param patch what viewers may read of the operation
 * @param properties the attributes of the feature that it changed, if it is there
 */
export function describeForViewers(
  verb: OperationVerb,
  patch: MapPatch | null,
  properties: Properties | null = null,
): string {
  switch (verb) {
    case 'create':
    case 'edit':
      return deeds[verb].replace('a feature', () => nameAmong(properties) ?? 'a feature');
    case 'delete':
    case 'delete-layer':
    case 'edit-layer':
    case 'delete-raster':
      return deeds[verb];
    default:
      return patch ? describePatch(patch) : deeds[verb];
  }
}

/** Adds to a sentence about the first entry of a group how many others there are. */
export function withOthers(sentence: string, count: number): string {
  return count === 1 ? sentence : `${sentence}, and ${count - 1} more`;
}

/**
 * Describes a group of entries of the log in a sentence without a full stop: its first entry, and
 * the number of the others.
 * @param feature the feature that the first entry changed
 */
export function describeGroup(first: MapPatch, count: number, feature?: ChangedFeature): string {
  return withOthers(describePatch(first, feature), count);
}

import type { MapPatch } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { FeatureState, Patch } from '@refugia/engine/merge/index.ts';

const nameKeys = ['name', 'NAME', 'Name', 'title', 'label'];

/**
 * The name of a feature for people: an attribute such as its name, or else its kind of geometry.
 */
function featureName(state: FeatureState): string {
  for (const key of nameKeys) {
    const value = Object.hasOwn(state.properties, key) ? state.properties[key] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return `“${value.trim().slice(0, 60)}”`;
  }
  const type = state.geometry?.type ?? 'feature';
  return `a ${type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()}`;
}

function describeFeaturePatch(patch: Patch): string {
  switch (patch.kind) {
    case 'create':
      return `Added ${featureName(patch.after)}`;
    case 'delete':
      return `Deleted ${featureName(patch.before)}`;
    case 'edit': {
      const names = patch.attributes.map(({ name }) => name);
      const attributes =
        names.length === 0
          ? ''
          : `${names.length > 2 ? `${names.length} attributes` : names.join(' and ')}`;
      if (!patch.geometry) return `Changed ${attributes}`;
      return attributes === '' ? 'Changed a shape' : `Changed a shape and ${attributes}`;
    }
  }
}

const attributeNames: Record<string, string> = {
  name: 'the name of the map',
  summary: 'the summary',
  base_layer: 'the base layer',
  is_vector_drawing_controls_enabled: 'whether drawing is on',
};

/** Describes an entry of the log in a sentence without a full stop. */
export function describePatch(patch: MapPatch): string {
  const features = (count: number) =>
    `${count.toLocaleString('en-US')} ${count === 1 ? 'feature' : 'features'}`;
  switch (patch.kind) {
    case 'create':
    case 'edit':
    case 'delete':
      return describeFeaturePatch(patch);
    case 'import-layer':
      return `Added the layer “${patch.dataset}” with ${features(patch.feature_count)}`;
    case 'delete-layer':
      return `Deleted the layer “${patch.dataset}” with ${features(patch.feature_count)}`;
    case 'restore-layer':
      return `Brought back the layer “${patch.dataset}”`;
    case 'edit-layer':
      return patch.after.dataset === undefined
        ? 'Changed a layer'
        : `Renamed the layer “${patch.before.dataset}” to “${patch.after.dataset}”`;
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

/** Describes a group of entries in a sentence: its first entry, and the number of the others. */
export function describeGroup(patches: readonly MapPatch[], count: number): string {
  const [first] = patches;
  if (!first) return 'Changed nothing';
  const sentence = describePatch(first);
  return count === 1 ? sentence : `${sentence}, and ${count - 1} more`;
}

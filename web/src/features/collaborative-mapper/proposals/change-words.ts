import type { ProposedChange } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { type FeatureState, vertexChanges } from '@refugia/engine/merge/index.ts';
import { nameOf } from '../state/features.ts';

/** @param layerName finds the name of a layer. Without it, layers are not named */
export function changeWords(
  { verb, patch, before, after }: ProposedChange,
  layerName?: (id: string | undefined) => string,
): string {
  if (verb === 'create') {
    const target = layerName && after?.layerId ? ` to the layer “${layerName(after.layerId)}”` : '';
    return `Adds ${featureWords(after)}${target}`;
  }
  if (verb === 'delete') return `Deletes ${featureWords(before)}`;
  if (patch.kind !== 'edit') return `Changes ${featureWords(before)}`;
  const attributes = patch.attributes.length;
  const words = [
    ...(patch.geometry ? [shapeWords(patch.geometry)] : []),
    ...(attributes > 0 ? [counted(attributes, 'attribute')] : []),
  ];
  const name = before && nameOf(before);
  const { layer } = patch;
  const target =
    layer && (layerName ? `to the layer “${layerName(layer.after)}”` : 'to another layer');
  if (target && words.length === 0) return `Moves ${featureWords(before)} ${target}`;
  const changes = `Changes ${words.join(' and ')}${name === null ? '' : ` of “${name}”`}`;
  return target ? `${changes}, and moves it ${target}` : changes;
}

function featureWords(feature: FeatureState | null): string {
  if (!feature?.geometry) return 'a feature';
  const kind = kindWords[feature.geometry.type];
  const name = nameOf(feature);
  return name === null ? kind : `${kind}, “${name}”`;
}

const kindWords = {
  Point: 'a point',
  MultiPoint: 'several points',
  LineString: 'a line',
  MultiLineString: 'several lines',
  Polygon: 'a polygon',
  MultiPolygon: 'a polygon of several parts',
} as const;

function shapeWords(change: Parameters<typeof vertexChanges>[0]): string {
  const { moved, added, removed } = vertexChanges(change);
  const words = Object.entries({ moved, added, removed }).flatMap(([word, { length }]) =>
    length > 0 ? [`${length} ${word}`] : [],
  );
  return words.length === 0 ? 'the shape' : `the shape (vertices: ${words.join(', ')})`;
}

function counted(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

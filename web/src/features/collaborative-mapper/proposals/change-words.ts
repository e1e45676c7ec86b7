import type { ProposedChange } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { vertexChanges } from '@refugia/engine/merge/index.ts';

/** Describes one change in a few words. */
export function changeWords({ verb, patch }: ProposedChange): string {
  if (verb === 'create') return 'Adds a feature';
  if (verb === 'delete') return 'Deletes a feature';
  if (patch.kind !== 'edit') return 'Changes a feature';
  const attributes = patch.attributes.length;
  const words = [
    ...(patch.geometry ? [shapeWords(patch.geometry)] : []),
    ...(attributes > 0 ? [counted(attributes, 'attribute')] : []),
  ];
  return `Changes ${words.join(' and ')}`;
}

function shapeWords(change: Parameters<typeof vertexChanges>[0]): string {
  const { moved, added, removed } = vertexChanges(change);
  const words = [
    [moved.length, 'moved'],
    [added.length, 'added'],
    [removed.length, 'removed'],
  ] as const;
  const told = words.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return told.length === 0 ? 'the shape' : `the shape (vertices: ${told.join(', ')})`;
}

function counted(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

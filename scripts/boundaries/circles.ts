import { dirname } from 'node:path';
import type { Arrow } from './arrow.ts';

/**
 * Finds files that import each other in a circle, and files that depend on such a circle. Imports
 * of types count.
 */
export function filesInCircles(arrows: readonly Arrow[]): string[] {
  const imports = new Map<string, Set<string>>();
  for (const { file, target, isStart } of arrows) if (!isStart) add(imports, file, target);
  return nodesInCircles(imports);
}

/**
 * Finds folders of one room that import each other in a circle, and folders that depend on such a
 * circle.
 */
export function foldersInCircles(arrows: readonly Arrow[]): string[] {
  const imports = new Map<string, Set<string>>();
  for (const { file, target, isStart } of arrows) {
    const [folder, other] = [dirname(file), dirname(target)];
    const room = roomOf(folder);
    if (isStart || folder === other || room === undefined) continue;
    if (room === roomOf(other)) add(imports, folder, other);
  }
  return nodesInCircles(imports);
}

/** Features, the engine's rooms, the simulation, the server's platform and services, the web's map. */
const rooms =
  /^(\w+\/src\/features\/[^/]+|engine\/src\/[^/]+|simulation\/src|server\/src\/(platform|services)|web\/src\/map)\/[^/]+$/;

/** The room in which a folder lies. Files at a room's root connect its folders and are left out. */
const roomOf = (folder: string) => rooms.exec(folder)?.[1];

function add(imports: Map<string, Set<string>>, from: string, to: string): void {
  const known = imports.get(from);
  if (known) known.add(to);
  else imports.set(from, new Set([to]));
}

/**
 * Removes nodes that import only removed nodes, until none can be removed. The remaining nodes are
 * on circles or depend on one.
 */
function nodesInCircles(imports: Map<string, Set<string>>): string[] {
  for (let before = -1; before !== imports.size; ) {
    before = imports.size;
    for (const [node, others] of imports) {
      if ([...others].every((other) => !imports.has(other))) imports.delete(node);
    }
  }
  return [...imports.keys()].sort();
}
